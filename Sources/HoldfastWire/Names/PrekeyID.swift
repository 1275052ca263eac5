public import HoldfastCrypto

/// Names a prekey: the hash of the key, so that nobody can put another key under it.
///
/// - Note: `SHA-256("holdfast/prekey/v1" ‖ SubjectPublicKeyInfo)`, the latter as in RFC 5480.
public struct PrekeyID: WireIdentifier {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The name of a key.
    ///
    /// - Parameter key: the prekey's public half.
    public init(key: P256PublicKey) {
        bytes = SHA256.hash(WireLabel.prekey.bytes + key.subjectPublicKeyInfo)
    }
}
