/// A public key of the curve P-256: a point that is on the curve and not at infinity.
///
/// It cannot be made of anything else, so that whoever holds one need not check it again. The curve
/// has no other points of small order (its cofactor is 1), so this is the full validation.
///
/// - Note: Standard: SEC 1, sections 2.3.3 and 3.2.2.1. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/wycheproof/ecdh_secp256r1_ecpoint_test.json`.
public struct P256PublicKey: Sendable, Hashable {
    /// Number of bytes of a key: a byte 04, then both coordinates.
    public static let byteCount = 65
    /// Number of bytes of a key in the short form: a byte 02 or 03, then the first coordinate.
    public static let compressedByteCount = 33

    /// The key in SEC 1's uncompressed form, 65 bytes.
    public let bytes: [UInt8]

    /// Takes a key in the uncompressed form, the only one that Holdfast stores and sends.
    ///
    /// - Parameter bytes: 65 bytes that begin with 04.
    /// - Throws: ``CryptoError`` with `invalidLength` for another length (the short form, and the
    ///   point at infinity), with `invalidParameter` for another first byte or a point that is not
    ///   on the curve.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw CryptoError(.invalidLength, "A public key of P-256 has 65 bytes.")
        }
        // libcrypto would also take 06 and 07, a second way to write the same key.
        guard bytes[0] == 4 else {
            throw CryptoError(.invalidParameter, "A public key of P-256 begins with 04.")
        }
        self.bytes = try P256Curve.uncompressed(bytes)
    }

    /// Takes a key in the short form, for where every character counts, as in a QR code.
    ///
    /// - Parameter bytes: 33 bytes that begin with 02 or 03.
    /// - Throws: ``CryptoError`` with `invalidLength` for another length, with `invalidParameter`
    ///   for another first byte or a coordinate that no point of the curve has.
    public init(compressed bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.compressedByteCount else {
            throw CryptoError(.invalidLength, "A short public key of P-256 has 33 bytes.")
        }
        guard bytes[0] == 2 || bytes[0] == 3 else {
            throw CryptoError(
                .invalidParameter, "A short public key of P-256 begins with 02 or 03.")
        }
        self.bytes = try P256Curve.uncompressed(bytes)
    }

    /// Takes a point that the library computed.
    init(known bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The key in SEC 1's compressed form, 33 bytes.
    public var compressedBytes: [UInt8] {
        let sign = 2 | (bytes[Self.byteCount - 1] & 1)
        return [sign] + bytes[1..<Self.compressedByteCount]
    }

    /// The key as DER of a `SubjectPublicKeyInfo` with the named curve, 91 bytes.
    ///
    /// - Note: Standard: RFC 5480, section 2.
    public var subjectPublicKeyInfo: [UInt8] { Self.infoPrefix + bytes }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, secp256r1 }, BIT STRING … } up to the point.
    private static let infoPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}
