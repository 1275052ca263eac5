public import HoldfastCrypto

extension DeviceKeyStore {
    /// Makes a new key with the standard protection and prompt.
    ///
    /// - Parameters:
    ///   - name: the key's name; its service has at most 200 Unicode scalars.
    ///   - use: what the key is to do.
    ///   - protection: in which states it works, whom it asks, which hardware should hold it.
    /// - Returns: the public key.
    /// - Throws: as ``create(_:use:protection:prompt:)``.
    @discardableResult
    public func create(
        _ name: ItemKey, use: DeviceKeyUse, protection: ItemProtection = .standard
    ) async throws(KeychainError) -> P256PublicKey {
        try await create(name, use: use, protection: protection, prompt: .standard)
    }

    /// Gives a key's public half, with the standard prompt.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the public key, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``publicKey(of:prompt:)``.
    public func publicKey(of name: ItemKey) async throws(KeychainError) -> P256PublicKey? {
        try await publicKey(of: name, prompt: .standard)
    }

    /// Signs a message, with the standard prompt.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``signature(for:with:prompt:)``.
    public func signature(
        for message: [UInt8], with name: ItemKey
    ) async throws(KeychainError) -> P256Signature? {
        try await signature(for: message, with: name, prompt: .standard)
    }

    /// Agrees on a secret, with the standard prompt.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if the store answered that there is no such key (P1).
    /// - Throws: as ``sharedSecret(with:using:prompt:)``.
    public func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey
    ) async throws(KeychainError) -> SecretBytes? {
        try await sharedSecret(with: peer, using: name, prompt: .standard)
    }
}
