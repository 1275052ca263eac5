import HoldfastCore
import HoldfastCrypto

/// How often one call may ask: once for each key that another process puts in its way.
private let maximumConfirmationCount = 4

extension AndroidVault {
    /// Runs a call on the store's own thread, under the folder's lock.
    func locked<R: Sendable>(
        _ body: @escaping @Sendable (VaultCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let core = core
        return try await queue.run { () throws(KeychainError) in
            try core.folder.locked { () throws(KeychainError) in try body(core) }
        }
    }

    /// Runs a call on this thread, under the folder's lock.
    func lockedHere<R: Sendable>(
        _ body: (VaultCore) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try core.folder.locked { () throws(KeychainError) in try body(core) }
    }

    /// Runs a call that may ask a person, on the store's own thread and between prompts only.
    func run<Answer: Sendable>(
        _ prompt: Prompt,
        _ step: @escaping @Sendable (VaultCore, KeyGrants) throws(KeychainError) -> VaultStep<
            Answer
        >
    ) async throws(KeychainError) -> Answer {
        var grants = KeyGrants(mayPrompt: true)
        for _ in 0...maximumConfirmationCount {
            let given = grants
            let outcome = try await locked { (core) throws(KeychainError) in
                try step(core, given)
            }
            switch outcome {
            case .answer(let answer): return answer
            case .confirm(let confirmation):
                grants = try await confirmed(confirmation, prompt, given)
            }
        }
        throw KeychainError(
            .systemCanceled, "the item's key was exchanged again and again during the prompts")
    }

    /// Runs a call that never asks.
    func runPromptFree<Answer: Sendable>(
        _ step: (VaultCore, KeyGrants) throws(KeychainError) -> VaultStep<Answer>
    ) throws(KeychainError) -> Answer {
        let outcome = try lockedHere { (core) throws(KeychainError) in
            try step(core, .promptFree)
        }
        guard case .answer(let answer) = outcome else {
            throw KeychainError(.authRequired, "the item needs a person's confirmation")
        }
        return answer
    }

    /// Asks the person and does what the confirmation was for.
    private func confirmed(
        _ confirmation: KeyConfirmation, _ prompt: Prompt, _ grants: KeyGrants
    ) async throws(KeychainError) -> KeyGrants {
        let number = await ask(confirmation, prompt)
        let core = core
        return try await queue.run { () throws(KeychainError) in
            guard number == 0 else {
                core.giveUp(confirmation)
                throw KeychainError(promptEndedWith: number)
            }
            return try core.granted(confirmation, grants)
        }
    }

    /// Shows the prompt; once more after a lock-out where the person can lift it inside.
    private func ask(_ confirmation: KeyConfirmation, _ prompt: Prompt) async -> Int {
        let calls = core.platform.biometricPrompt
        let first = await calls.authenticate(
            prompt, confirmation.authenticators, for: confirmation.operation)
        guard first == BiometricNumber.lockout.rawValue,
            core.apiLevel >= Self.firstLevelOfLiftedLockouts
        else { return first }
        return await calls.authenticate(
            prompt, confirmation.authenticators, for: confirmation.operation)
    }

    /// From Android 15 on, a prompt that ends in a lock-out has offered to lift it with the PIN.
    private static let firstLevelOfLiftedLockouts = 35
}

extension VaultCore {
    /// Ends the operation that a confirmed prompt has authenticated.
    fileprivate func granted(
        _ confirmation: KeyConfirmation, _ grants: KeyGrants
    ) throws(KeychainError) -> KeyGrants {
        var grants = grants
        grants.fresh = confirmation.fresh
        switch confirmation.work {
        case .nothing: grants.confirmed.insert(confirmation.key)
        case .unwrap(let record, let operation):
            grants.dataKeys[record.id] = try keys.unwrap(
                record, operation, in: confirmation.store, .afterConfirmation)
        case .wrap(let key, let dataKey, let operation):
            do throws(KeychainError) {
                grants.fresh?.record = try keys.wrap(
                    dataKey, under: key, operation, in: confirmation.store, .afterConfirmation)
            } catch {
                giveUp(confirmation)
                throw error
            }
        }
        return grants
    }

    /// Ends what a prompt that was not confirmed had begun; no file names the key yet.
    fileprivate func giveUp(_ confirmation: KeyConfirmation) {
        if let operation = confirmation.operation { keys.abandon(operation) }
        if let fresh = confirmation.fresh {
            removeAlias(fresh.key.id.alias(in: fresh.store))
        }
    }
}
