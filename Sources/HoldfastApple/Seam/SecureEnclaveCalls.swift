public import HoldfastCrypto

/// The calls into the Secure Enclave: P-256 keys that are made there and never leave it.
///
/// A key is known by an opaque blob that only the Enclave that made it can use, and only until the
/// device is erased.
///
/// - Note: Platform: CryptoKit, `SecureEnclave.P256.Signing.PrivateKey` and
///   `SecureEnclave.P256.KeyAgreement.PrivateKey`.
public protocol SecureEnclaveCalls: Sendable {
    /// `SecureEnclave.isAvailable`.
    var isAvailable: Bool { get }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - use: what it is for.
    ///   - accessControl: who may use it when; with ``AccessControlObject/Flags/privateKeyUsage``.
    /// - Returns: the blob and the public key.
    /// - Throws: the platform's error.
    func makeKey(
        for use: SecureEnclaveKeyUse, accessControl: AccessControlObject
    ) throws(AppleNativeError) -> SecureEnclaveKey

    /// Signs a message with ECDSA over its SHA-256.
    ///
    /// - Parameters:
    ///   - message: any bytes.
    ///   - blob: as ``makeKey(for:accessControl:)`` gave it.
    ///   - context: a context that was evaluated, or `nil` if the key asks for nobody.
    /// - Returns: 64 bytes, `r ‖ s`.
    /// - Throws: the platform's error.
    func sign(
        _ message: [UInt8], with blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> [UInt8]

    /// Agrees a secret by ECDH.
    ///
    /// - Parameters:
    ///   - peer: the other side's public key, 65 bytes, SEC 1 uncompressed.
    ///   - blob: as ``makeKey(for:accessControl:)`` gave it.
    ///   - context: a context that was evaluated, or `nil` if the key asks for nobody.
    /// - Returns: 32 bytes, the x coordinate of the shared point.
    /// - Throws: the platform's error.
    func agree(
        with peer: [UInt8], using blob: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes

    /// `SecKeyCreateDecryptedData` with `eciesEncryptionCofactorX963SHA256AESGCM`, by a key that
    /// another library keeps in the keychain under a tag.
    ///
    /// - Parameters:
    ///   - wrapped: as `SecKeyCreateEncryptedData` gave it to the other library.
    ///   - tag: `kSecAttrApplicationTag` of the key.
    ///   - context: a context that was evaluated, or `nil` to ask nobody.
    /// - Returns: what was wrapped.
    /// - Throws: the platform's error; `errSecItemNotFound` for no such key.
    func unwrap(
        _ wrapped: [UInt8], withForeignKey tag: [UInt8], context: Int?
    ) throws(AppleNativeError) -> SecretBytes
}

/// What a Secure Enclave key is for.
public enum SecureEnclaveKeyUse: String, Sendable, CaseIterable {
    /// ECDSA.
    case signing
    /// ECDH.
    case keyAgreement
}

/// A key that the Secure Enclave made.
public struct SecureEnclaveKey: Sendable, Equatable {
    /// The opaque blob; useless anywhere else.
    public let blob: [UInt8]
    /// 65 bytes, SEC 1 uncompressed.
    public let publicKey: [UInt8]

    /// Takes a key.
    ///
    /// - Parameters:
    ///   - blob: the opaque blob.
    ///   - publicKey: 65 bytes, SEC 1 uncompressed.
    public init(blob: [UInt8], publicKey: [UInt8]) {
        self.blob = blob
        self.publicKey = publicKey
    }
}

/// An error as Apple's frameworks give it: a domain and a number in it.
public struct AppleNativeError: Error, Sendable, Equatable {
    /// For example `NSOSStatusErrorDomain`.
    public let domain: String
    /// The number in the domain.
    public let code: Int

    /// Takes an error.
    ///
    /// - Parameters:
    ///   - domain: where the number comes from.
    ///   - code: the number.
    public init(domain: String, code: Int) {
        self.domain = domain
        self.code = code
    }
}
