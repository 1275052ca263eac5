public import HoldfastCrypto

/// Names a device: the hash of its signing key, so that nobody can put another key under it.
///
/// - Note: `SHA-256("holdfast/device/v1" ‖ SubjectPublicKeyInfo)`, the latter as in RFC 5480.
public struct DeviceID: WireIdentifier {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a name by its bytes; `nil` for another count than 32.
    ///
    /// - Parameter bytes: any; only 32 are a name.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The name of the device that has a key.
    ///
    /// - Parameter signingKey: the device's public key for signatures.
    public init(signingKey: P256PublicKey) {
        bytes = SHA256.hash(WireLabel.device.bytes + signingKey.subjectPublicKeyInfo)
    }
}
