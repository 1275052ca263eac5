#if os(Linux) && TPM
public import HoldfastCore
public import HoldfastCrypto

extension TPMKeyStore {
    /// Gives a key's public half, which the store remembers; asks for no PIN.
    ///
    /// - Parameters:
    ///   - name: the key's name.
    ///   - prompt: the words to show if a software key's item asks for a person.
    /// - Returns: the public key, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/publicKey(of:prompt:)``. A TPM that cannot be reached does not
    ///   keep a public key back.
    public func publicKey(
        of name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256PublicKey? {
        let found = try await run { (store) throws(KeychainError) in
            try store.findLiving(name)
        }
        switch found {
        case nil: return nil
        case .tpm(let key): return key.record.publicKey
        case .software(let half, let record):
            let answer = try await software.publicKey(of: half, prompt: prompt)
            return try await run { (store) throws(KeychainError) in
                try store.settled(answer, name, record)
            }
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
        switch try findLiving(name) {
        case nil: nil
        case .tpm(let key): key.record.publicKey
        case .software(let half, let record):
            try settled(software.publicKeyWithoutPrompt(of: half), name, record)
        }
    }

    /// Has the TPM sign, asking for the key's PIN if it has one.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes, hashed by this process.
    ///   - name: the name of a key for signing.
    ///   - prompt: the words to show.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signature(for:with:prompt:)``; `AUTH_FAILED` for a wrong PIN.
    public func signature(
        for message: [UInt8], with name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> P256Signature? {
        let found = try await run { (store) throws(KeychainError) in
            try store.findUsable(name, for: .signing)
        }
        switch found {
        case nil: return nil
        case .tpm(let key):
            let pin = key.hasPIN ? try await askForPIN(prompt) : nil
            return try await run { (store) throws(KeychainError) in
                try store.sign(message, with: key, pin)
            }
        case .software(let half, let record):
            let answer = try await software.signature(for: message, with: half, prompt: prompt)
            return try await run { (store) throws(KeychainError) in
                try store.settled(answer, name, record)
            }
        }
    }

    /// Has the TPM sign without ever prompting.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes, hashed by this process.
    ///   - name: the name of a key for signing.
    /// - Returns: the signature, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/signatureWithoutPrompt(for:with:)``.
    public func signatureWithoutPrompt(
        for message: [UInt8], with name: ItemKey
    ) throws(KeychainError) -> P256Signature? {
        switch try findUsable(name, for: .signing) {
        case nil: nil
        case .tpm(let key): try sign(message, with: key.withoutPIN(), nil)
        case .software(let half, let record):
            try settled(software.signatureWithoutPrompt(for: message, with: half), name, record)
        }
    }

    /// Has the TPM agree, asking for the key's PIN if it has one.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    ///   - prompt: the words to show.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecret(with:using:prompt:)``; `AUTH_FAILED` for a wrong
    ///   PIN.
    public func sharedSecret(
        with peer: P256PublicKey, using name: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> SecretBytes? {
        let found = try await run { (store) throws(KeychainError) in
            try store.findUsable(name, for: .keyAgreement)
        }
        switch found {
        case nil: return nil
        case .tpm(let key):
            let pin = key.hasPIN ? try await askForPIN(prompt) : nil
            return try await run { (store) throws(KeychainError) in
                try store.agree(with: peer, using: key, pin)
            }
        case .software(let half, let record):
            let answer = try await software.sharedSecret(with: peer, using: half, prompt: prompt)
            return try await run { (store) throws(KeychainError) in
                try store.settled(answer, name, record)
            }
        }
    }

    /// Has the TPM agree without ever prompting.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key.
    ///   - name: the name of a key for agreement.
    /// - Returns: 32 bytes, or `nil` if there is no such key (P1).
    /// - Throws: as ``DeviceKeyStore/sharedSecretWithoutPrompt(with:using:)``.
    public func sharedSecretWithoutPrompt(
        with peer: P256PublicKey, using name: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        switch try findUsable(name, for: .keyAgreement) {
        case nil: nil
        case .tpm(let key): try agree(with: peer, using: key.withoutPIN(), nil)
        case .software(let half, let record):
            try settled(software.sharedSecretWithoutPrompt(with: peer, using: half), name, record)
        }
    }
}
#endif
