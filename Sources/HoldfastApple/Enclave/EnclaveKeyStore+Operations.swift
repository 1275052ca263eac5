public import HoldfastCore
public import HoldfastCrypto

extension EnclaveKeyStore {
    /// Gives a key's public half, which needs no person here.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - prompt: not shown.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/publicKey(of:prompt:)``.
    public func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        let item = try Self.item(of: name)
        return try await keychain.run { (core) throws(KeychainError) in
            try core.findKey(item)?.record.publicKey
        }
    }

    /// Gives a key's public half on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``publicKey(of:prompt:)``.
    public func publicKeyWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> P256PublicKey? {
        let item = try Self.item(of: name)
        return try keychain.locked { (core) throws(KeychainError) in
            try core.findKey(item)?.record.publicKey
        }
    }

    /// Signs a message in the Secure Enclave.
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
        try await perform(name, .signing, prompt) {
            (enclave, key, context) throws(AppleNativeError) in
            try enclave.sign(message, with: key.blob, context: context)
        }.map(Self.signature)
    }

    /// Signs a message without ever prompting.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signatureWithoutPrompt(for:with:)``.
    public func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        try performWithoutPrompt(name, .signing) {
            (enclave, key, context) throws(AppleNativeError) in
            try enclave.sign(message, with: key.blob, context: context)
        }.map(Self.signature)
    }

    /// Agrees on a secret in the Secure Enclave.
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
        try await perform(name, .keyAgreement, prompt) {
            (enclave, key, context) throws(AppleNativeError) in
            try enclave.agree(with: peer.bytes, using: key.blob, context: context)
        }
    }

    /// Agrees on a secret without ever prompting.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecretWithoutPrompt(with:using:)``.
    public func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        try performWithoutPrompt(name, .keyAgreement) {
            (enclave, key, context) throws(AppleNativeError) in
            try enclave.agree(with: peer.bytes, using: key.blob, context: context)
        }
    }

    private typealias Operation<Answer> =
        @Sendable (
            any SecureEnclaveCalls, EnclaveKeyRecord, Int?
        ) throws(AppleNativeError) -> Answer

    private func perform<Answer: Sendable>(
        _ name: ItemKey, _ use: DeviceKeyUse, _ prompt: Prompt,
        _ operation: @escaping Operation<Answer>
    ) async throws(KeychainError) -> Answer? {
        let item = try Self.item(of: name)
        let first = try await keychain.run { (core) throws(KeychainError) in
            try core.step(item, use, core.keptAccess(for: item), operation)
        }
        let key: FoundKey
        switch first {
        case .done(let answer): return answer
        case .ask(let found): key = found
        }
        let context = try await keychain.platform.device.ask(
            key.demand, usingBiometry: key.protection.accessControl.usesBiometry,
            for: use.operation, prompt)
        return try await keychain.run { (core) throws(KeychainError) in
            let request = PersonRequest(key: item, protection: key.protection)
            let isKept = core.confirmations.keep(context, for: request, at: core.platform.clock.now)
            defer { if !isKept { context.invalidate() } }
            guard
                case .done(let answer) = try core.step(
                    item, use, .context(context.number), operation)
            else { return nil }
            return answer
        }
    }

    private func performWithoutPrompt<Answer: Sendable>(
        _ name: ItemKey, _ use: DeviceKeyUse, _ operation: Operation<Answer>
    ) throws(KeychainError) -> Answer? {
        let item = try Self.item(of: name)
        return try keychain.locked { (core) throws(KeychainError) in
            switch try core.step(item, use, core.keptAccess(for: item), operation) {
            case .done(let answer): return answer
            case .ask:
                throw KeychainError(.authRequired, "the key needs a person's confirmation")
            }
        }
    }

    private static func signature(_ bytes: [UInt8]) throws(KeychainError) -> P256Signature {
        try crypto { () throws(CryptoError) in try P256Signature(bytes) }
    }
}

/// What the use of a key comes to.
private enum KeyStep<Answer: Sendable>: Sendable {
    /// The answer; `nil` if there is no such key.
    case done(Answer?)
    /// The key asks for a person first.
    case ask(FoundKey)
}

extension KeychainCore {
    fileprivate mutating func step<Answer: Sendable>(
        _ item: ItemKey, _ use: DeviceKeyUse, _ access: Access,
        _ operation: (
            any SecureEnclaveCalls, EnclaveKeyRecord, Int?
        ) throws(AppleNativeError) -> Answer
    ) throws(KeychainError) -> KeyStep<Answer> {
        guard let key = try findKey(item) else { return .done(nil) }
        guard key.use == use else {
            throw KeychainError(.invalidArgument, "the key is for \(key.use.rawValue)")
        }
        if key.demand != nil, case .silent = access { return .ask(key) }
        return .done(
            try self.use(key, access) { (enclave, context) throws(AppleNativeError) in
                try operation(enclave, key.record, context)
            })
    }
}
