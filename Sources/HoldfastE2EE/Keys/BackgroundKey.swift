public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// A key that works without a person, also while the device lies locked: what a push or a job takes.
///
/// It never shows a prompt. A path that runs in the background asks for this type and cannot be
/// handed a ``PresenceKey``, whose every use needs the words for a person.
public struct BackgroundKey: Sendable {
    /// The key's name in its key store.
    public let name: ItemKey
    /// The key's public half.
    public let publicKey: P256PublicKey
    private let keys: any DeviceKeyStore
    private let queue = BlockingQueue(label: "holdfast.identity.key")

    init(_ name: ItemKey, _ publicKey: P256PublicKey, in keys: any DeviceKeyStore) {
        self.name = name
        self.publicKey = publicKey
        self.keys = keys
    }

    /// Signs a structure for a purpose, without a prompt.
    ///
    /// - Parameters:
    ///   - structure: the bytes of the structure.
    ///   - purpose: what the signature is for.
    /// - Returns: the signature, with its low s.
    /// - Throws: `INTERACTION_NOT_ALLOWED` and its like if the key does not work in this state,
    ///   `KEY_INVALIDATED` if the platform destroyed it, `UNKNOWN` if there is none of its name.
    public func signature(
        for structure: [UInt8], _ purpose: SignaturePurpose
    ) async throws(KeychainError) -> P256Signature {
        let (keys, name, message) = (keys, name, purpose.message(for: structure))
        let signature = try await queue.run { () throws(KeychainError) in
            try keys.signatureWithoutPrompt(for: message, with: name)
        }
        guard let signature else { throw Self.missing }
        return signature.withLowS
    }

    /// Agrees on a secret with the holder of another key, without a prompt.
    ///
    /// - Parameter peer: the other side's public key.
    /// - Returns: the first coordinate of the common point, 32 bytes; derive a key from it.
    /// - Throws: as ``signature(for:_:)``.
    public func sharedSecret(
        with peer: P256PublicKey
    ) async throws(KeychainError) -> SecretBytes {
        let (keys, name) = (keys, name)
        let secret = try await queue.run { () throws(KeychainError) in
            try keys.sharedSecretWithoutPrompt(with: peer, using: name)
        }
        guard let secret else { throw Self.missing }
        return secret
    }

    static let missing = KeychainError(.unknown, "the key of the device's identity is not there")
}
