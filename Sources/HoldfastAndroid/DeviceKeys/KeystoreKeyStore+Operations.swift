public import HoldfastCore
public import HoldfastCrypto

extension KeystoreKeyStore {
    /// Gives a key's public half, which the store remembers; never prompts.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - prompt: not needed.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/publicKey(of:prompt:)``.
    public func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        let store = self
        return try await vault.queue.run { () throws(KeychainError) in
            try store.publicKeyWithoutPrompt(of: name)
        }
    }

    /// As ``publicKey(of:prompt:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``publicKey(of:prompt:)``.
    public func publicKeyWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> P256PublicKey? {
        try usablePair(of: name, for: nil)?.record.publicKey
    }

    /// Signs with a key, asking the person where it says so.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    ///   - prompt: the words to show.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signature(for:with:prompt:)``.
    public func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        try await asking(prompt) { (store, permit) throws(KeychainError) in
            try store.sign(message, name, permit)
        }
    }

    /// Signs with a key without ever prompting.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signatureWithoutPrompt(for:with:)``.
    public func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try answer(of: sign(message, name, .promptFree))
    }

    /// Agrees with a key, asking the person where it says so.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    ///   - prompt: the words to show.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecret(with:using:prompt:)``.
    public func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        try await asking(prompt) { (store, permit) throws(KeychainError) in
            try store.agree(peer, name, permit)
        }
    }

    /// Agrees with a key without ever prompting.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecretWithoutPrompt(with:using:)``.
    public func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try answer(of: agree(peer, name, .promptFree))
    }

    // MARK: - Steps

    private func sign(
        _ message: [UInt8], _ name: ItemKey, _ permit: PairPermit
    ) throws(KeychainError) -> PairStep<P256Signature?> {
        if case .operation(let operation) = permit {
            return .answer(try finishSigning(operation, message, .afterConfirmation))
        }
        guard let pair = try usablePair(of: name, for: .signing) else { return .answer(nil) }
        let alias = pair.record.alias
        let binding = pair.record.protection.binding
        let begun = try core.keys.agreed(alias, binding) { () throws(JavaException) in
            try core.keys.keystore.beginSign(alias)
        }
        switch begun {
        case .lost: throw KeychainError(.keyInvalidated, "the key was lost just now")
        case .needsPerson: return try confirmation(pair.record, permit)
        case .operation(let operation):
            guard pair.record.protection.asksAtEveryUse else {
                return .answer(try finishSigning(operation, message, .beforeConfirmation))
            }
            guard case .mayPrompt = permit else {
                core.keys.abandon(operation)
                return try confirmation(pair.record, permit)
            }
            return .confirm(try authenticators(of: pair.record), operation)
        }
    }

    private func finishSigning(
        _ operation: KeystoreOperation, _ message: [UInt8], _ stage: JavaException.Stage
    ) throws(KeychainError) -> P256Signature {
        let der: [UInt8]
        do throws(JavaException) {
            der = try core.keys.keystore.finishSign(operation, message)
        } catch {
            throw core.keys.keychainError(error, "a message cannot be signed", stage)
        }
        return try crypto { () throws(CryptoError) in try P256Signature(der: der) }
    }

    private func agree(
        _ peer: P256PublicKey, _ name: ItemKey, _ permit: PairPermit
    ) throws(KeychainError) -> PairStep<SecretBytes?> {
        guard let pair = try usablePair(of: name, for: .keyAgreement) else { return .answer(nil) }
        if pair.record.protection.asksAtEveryUse && !permit.isConfirmed {
            return try confirmation(pair.record, permit)
        }
        do throws(JavaException) {
            return .answer(try core.keys.keystore.agree(pair.record.alias, with: peer.bytes))
        } catch {
            let answer = core.keys.keychainError(error, "no secret can be agreed on")
            guard answer.code == .authRequired else { throw answer }
            return try confirmation(pair.record, permit)
        }
    }

    /// The pair of a name, if it may be used now.
    private func usablePair(
        of name: ItemKey, for use: DeviceKeyUse?
    ) throws(KeychainError) -> StoredPair? {
        guard let pair = try pair(of: name) else { return nil }
        if let invalidation = pair.record.invalidation { throw invalidation.error }
        if let use, use != pair.record.use {
            throw KeychainError(
                .invalidArgument, "the key is for \(pair.record.use.rawValue) alone")
        }
        try core.requireReadable(pair.record.protection.accessibility)
        return pair
    }

    /// What it takes to use a key that nobody has confirmed lately.
    private func confirmation<Answer>(
        _ record: PairRecord, _ permit: PairPermit
    ) throws(KeychainError) -> PairStep<Answer> {
        guard record.protection.accessControl != .none else {
            throw KeychainError(
                .interactionNotAllowed, "the device was not unlocked since its passcode was set",
                advice: "lock the device and unlock it once with its passcode")
        }
        switch permit {
        case .promptFree:
            throw KeychainError(.authRequired, "the key needs a person's confirmation")
        case .mayPrompt: return .confirm(try authenticators(of: record), nil)
        case .confirmed, .operation:
            throw KeychainError(
                .authFailed, "the person has confirmed and the Keystore does not count it",
                nativeDomain: KeystoreCode.domain,
                nativeCode: KeystoreCode.keyUserNotAuthenticated.rawValue)
        }
    }

    private func authenticators(
        of record: PairRecord
    ) throws(KeychainError) -> KeySpec.Authenticators {
        guard let authenticators = record.protection.authenticators else {
            throw KeychainError(
                .unknown, "the Keystore wants a person for a key that asks for nobody")
        }
        return authenticators
    }

    private func answer<Answer>(of step: PairStep<Answer>) throws(KeychainError) -> Answer {
        guard case .answer(let answer) = step else {
            throw KeychainError(.authRequired, "the key needs a person's confirmation")
        }
        return answer
    }

    private func asking<Answer: Sendable>(
        _ prompt: Prompt,
        _ step:
            @escaping @Sendable (KeystoreKeyStore, PairPermit) throws(KeychainError) ->
            PairStep<Answer>
    ) async throws(KeychainError) -> Answer {
        let store = self
        let first = try await vault.queue.run { () throws(KeychainError) in
            try step(store, .mayPrompt)
        }
        guard case .confirm(let authenticators, let operation) = first else {
            return try answer(of: first)
        }
        let number = await vault.ask(authenticators, operation, prompt)
        return try await vault.queue.run { () throws(KeychainError) in
            guard number == 0 else {
                if let operation { store.core.keys.abandon(operation) }
                throw KeychainError(promptEndedWith: number)
            }
            let permit = operation.map(PairPermit.operation) ?? .confirmed
            return try store.answer(of: step(store, permit))
        }
    }
}

/// What a use of a pair has been given so far.
enum PairPermit: Sendable {
    case promptFree
    case mayPrompt
    /// The person has confirmed, for a key that is bound to time.
    case confirmed
    /// The person has confirmed this very operation.
    case operation(KeystoreOperation)

    var isConfirmed: Bool {
        switch self {
        case .promptFree, .mayPrompt: false
        case .confirmed, .operation: true
        }
    }
}

/// What a use of a pair comes to.
enum PairStep<Answer: Sendable>: Sendable {
    case answer(Answer)
    case confirm(KeySpec.Authenticators, KeystoreOperation?)
}
