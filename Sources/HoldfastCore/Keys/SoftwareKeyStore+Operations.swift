public import HoldfastCrypto

extension SoftwareKeyStore {
    /// Reads a key and gives its public half.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - prompt: the words to show if the item store asks for a person.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/publicKey(of:prompt:)``.
    public func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        try await record(of: name, prompt)?.key.publicKey
    }

    /// Reads a key without ever prompting and gives its public half.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/publicKeyWithoutPrompt(of:)``.
    public func publicKeyWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> P256PublicKey? {
        try recordWithoutPrompt(of: name)?.key.publicKey
    }

    /// Reads a key and signs with it.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    ///   - prompt: the words to show if the item store asks for a person.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signature(for:with:prompt:)``.
    public func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        guard let record = try await record(of: name, prompt) else { return nil }
        return try record.signature(for: message)
    }

    /// Reads a key without ever prompting and signs with it.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signatureWithoutPrompt(for:with:)``.
    public func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        guard let record = try recordWithoutPrompt(of: name) else { return nil }
        return try record.signature(for: message)
    }

    /// Reads a key and agrees with it.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    ///   - prompt: the words to show if the item store asks for a person.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecret(with:using:prompt:)``.
    public func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        guard let record = try await record(of: name, prompt) else { return nil }
        return try record.sharedSecret(with: peer)
    }

    /// Reads a key without ever prompting and agrees with it.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecretWithoutPrompt(with:using:)``.
    public func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        guard let record = try recordWithoutPrompt(of: name) else { return nil }
        return try record.sharedSecret(with: peer)
    }

    private func record(
        of name: ItemKey, _ prompt: Prompt
    ) async throws(KeychainError) -> SoftwareKeyRecord? {
        let item = try Self.item(of: name)
        guard let item = try await items.read(item, prompt: prompt) else { return nil }
        return try SoftwareKeyRecord(decoding: item)
    }

    private func recordWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> SoftwareKeyRecord? {
        let item = try Self.item(of: name)
        guard let item = try items.readWithoutPrompt(item) else { return nil }
        return try SoftwareKeyRecord(decoding: item)
    }
}
