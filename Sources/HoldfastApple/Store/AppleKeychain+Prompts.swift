import HoldfastCore
import HoldfastCrypto

extension AppleKeychain {
    /// Runs a call, and once more with a person's confirmation if it asks for one.
    func runPrompting<Answer: Sendable>(
        _ key: ItemKey, _ prompt: Prompt,
        _ step:
            @escaping @Sendable (
                inout KeychainCore, Access
            ) throws(KeychainError) -> Step<Answer>
    ) async throws(KeychainError) -> Answer {
        let first = try await run { (core) throws(KeychainError) in
            try step(&core, core.keptAccess(for: key))
        }
        let request: PersonRequest
        switch first {
        case .answer(let answer): return answer
        case .ask(let asked): request = asked
        }
        // Outside of the lock: a person takes as long as a person takes.
        let context = try await platform.device.ask(request, prompt)
        return try await conclude(request, context, step)
    }

    /// Runs a call that never prompts.
    func runWithoutPrompt<Answer: Sendable>(
        _ key: ItemKey,
        _ step:
            @Sendable (
                inout KeychainCore, Access
            ) throws(KeychainError) -> Step<Answer>
    ) throws(KeychainError) -> Answer {
        try locked { (core) throws(KeychainError) in
            switch try step(&core, core.keptAccess(for: key)) {
            case .answer(let answer): return answer
            case .ask:
                throw KeychainError(.authRequired, "the item needs a person's confirmation")
            }
        }
    }

    private func conclude<Answer: Sendable>(
        _ request: PersonRequest, _ context: any AuthenticationContext,
        _ step:
            @escaping @Sendable (
                inout KeychainCore, Access
            ) throws(KeychainError) -> Step<Answer>
    ) async throws(KeychainError) -> Answer {
        try await run { (core) throws(KeychainError) in
            let isKept = core.confirmations.keep(context, for: request, at: core.platform.clock.now)
            defer { if !isKept { context.invalidate() } }
            guard case .answer(let answer) = try step(&core, .context(context.number)) else {
                throw KeychainError(.authFailed, "the confirmation did not open the item")
            }
            return answer
        }
    }
}

extension KeychainCore {
    /// The access that an earlier confirmation still gives; a lock of the device ends it.
    mutating func keptAccess(for key: ItemKey) -> Access {
        let changes = lockChanges.withLock { $0 }
        if changes != seenLockChanges || platform.device.isProtectedDataAvailable == false {
            confirmations.forgetAll()
            seenLockChanges = changes
        }
        return confirmations.access(for: key, at: platform.clock.now)
    }
}
