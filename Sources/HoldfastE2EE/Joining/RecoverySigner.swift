public import HoldfastCore
public import HoldfastCrypto

/// Signs as an account's recovery key, which the person's phrase gives and no device keeps.
///
/// It exists for the minute in which it is used. What it alone does waits, so that the account's
/// devices can object.
public protocol RecoverySigner: Sendable {
    /// The recovery key's public half, as the account's log has it.
    var publicKey: P256PublicKey { get }

    /// Signs a message by ECDSA with SHA-256.
    ///
    /// - Parameter message: the message; it is hashed, not signed as a hash.
    /// - Returns: the signature; its s may be either of the two that verify.
    /// - Throws: what kept it from signing.
    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature
}

/// Signs with a private key that was derived elsewhere.
public struct RecoveryKey: RecoverySigner {
    private let key: P256PrivateKey

    /// Takes a key.
    ///
    /// - Parameter key: the recovery key, as the person's phrase gave it.
    public init(_ key: P256PrivateKey) {
        self.key = key
    }

    /// The key's public half.
    public var publicKey: P256PublicKey { key.publicKey }

    /// Signs a message.
    ///
    /// - Parameter message: the message.
    /// - Returns: the signature.
    /// - Throws: `UNKNOWN` if the cryptographic library fails.
    public func signature(
        for message: [UInt8]
    ) async throws(KeychainError) -> P256Signature {
        try crypto { () throws(CryptoError) in try key.signature(for: message) }
    }
}
