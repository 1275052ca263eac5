#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension LinuxVault {
    /// Refuses a protection that needs a reader where none can be used now.
    ///
    /// Before the call's transaction, since the reader's service may take a while to answer.
    ///
    /// - Throws: `BIOMETRY_NOT_AVAILABLE` or `BIOMETRY_NOT_ENROLLED`.
    func admitWaiting(_ protection: ItemProtection?) throws(KeychainError) {
        guard protection?.accessControl == .biometryAny else { return }
        if let refusal = try canUse(.biometryAny).refusal { throw refusal }
    }

    /// As ``admitWaiting(_:)``, on the vault's own thread.
    func admit(_ protection: ItemProtection?) async throws(KeychainError) {
        guard protection?.accessControl == .biometryAny else { return }
        try await queue.run { () throws(KeychainError) in try self.admitWaiting(protection) }
    }

    /// Runs a call, and again with what a person shows if it asks for that.
    func gated<R: Sendable>(
        _ prompt: Prompt,
        _ body: @escaping @Sendable (VaultCore, Evidence) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        var evidence = Evidence.none
        while true {
            let given = evidence
            do {
                return try await run { (core) throws(KeychainError) in try body(core, given) }
            } catch {
                guard let demand = Demand(error) else { throw error }
                try await ask(for: demand, prompt, &evidence)
            }
        }
    }

    /// Asks for one thing more; never twice for the same.
    private func ask(
        for demand: Demand, _ prompt: Prompt, _ evidence: inout Evidence
    ) async throws(KeychainError) {
        switch demand {
        case .finger:
            guard !evidence.isPresent else { throw demand.error }
            try await askForFinger(prompt, &evidence)
        case .passcode:
            guard !evidence.hasPasscode else { throw demand.error }
            try await askForPasscode(prompt, &evidence)
        case .fingerOrPasscode:
            guard !evidence.hasPasscode else { throw demand.error }
            try await askForEither(prompt, &evidence)
        }
    }

    private func askForFinger(
        _ prompt: Prompt, _ evidence: inout Evidence
    ) async throws(KeychainError) {
        guard let verifier = configuration.presenceVerifier else {
            throw KeychainError(
                .biometryNotAvailable,
                "the item asks for a finger, and nobody can ask for one here",
                advice: "read it at the machine itself, with a build that has the desktop's"
                    + " interfaces")
        }
        try await verifier.verify(prompt)
        evidence.isPresent = true
        try await run { (core) throws(KeychainError) in
            core.presenceTime = core.configuration.clock.sinceBoot
        }
    }

    private func askForEither(
        _ prompt: Prompt, _ evidence: inout Evidence
    ) async throws(KeychainError) {
        if evidence.fingers == nil { evidence.fingers = await knownFingers() }
        let isOfUse = try await run { (core) throws(KeychainError) in core.isFingerOfUse }
        if isOfUse, !evidence.isPresent, evidence.fingers?.isEmpty == false {
            do {
                return try await askForFinger(prompt, &evidence)
            } catch {
                // The person's own no is one; anything else leaves the passcode.
                guard error.code != .userCanceled else { throw error }
            }
        }
        try await askForPasscode(prompt, &evidence)
    }

    private func askForPasscode(
        _ prompt: Prompt, _ evidence: inout Evidence
    ) async throws(KeychainError) {
        evidence.gates = try await askForGates(prompt)
        evidence.hasPasscode = true
    }

    /// What a doctor says of the reader, where the vault has one.
    func readerFindings() async -> [VaultFinding] {
        guard configuration.presenceVerifier != nil else { return [] }
        let topic = "fingerprint"
        do {
            let availability = try await queue.run { () throws(KeychainError) in
                try self.canUse(.biometryAny)
            }
            switch availability {
            case .available:
                return [
                    VaultFinding(
                        .good, topic, "a finger can be asked for; it is a check and holds no key")
                ]
            case .notEnrolled:
                return [
                    VaultFinding(
                        .note, topic, "there is a reader and no finger is enrolled",
                        advice: "`fprintd-enroll`")
                ]
            case .noHardware, .passcodeNotSet, .unsupportedOS:
                return [VaultFinding(.note, topic, "no finger can be asked for in this session")]
            }
        } catch {
            return [VaultFinding(.warning, topic, error.message, advice: error.recovery)]
        }
    }

    /// The enrolled fingers, where anybody can tell: they are a notice, no condition.
    private func knownFingers() async -> [String]? {
        guard let verifier = configuration.presenceVerifier else { return nil }
        do {
            return try await verifier.enrolledFingers()
        } catch {
            return nil
        }
    }
}
#endif
