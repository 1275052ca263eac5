/// The suites of HPKE that Holdfast knows; they differ in the cipher alone.
///
/// All have the KEM DHKEM(P-256, HKDF-SHA256), 0x0010, because P-256 is the one curve that phones'
/// secure hardware and TPMs share, and the KDF HKDF-SHA256, 0x0001. What Holdfast seals is
/// ``p256AES256GCM``; the others are for peers.
///
/// - Note: Standard: RFC 9180, sections 7.1 to 7.3; the raw value is the AEAD's number there.
public enum HPKESuite: UInt16, Sendable, Hashable, CaseIterable {
    /// With AES-128-GCM, 0x0001.
    case p256AES128GCM = 0x0001
    /// With AES-256-GCM, 0x0002, which Holdfast uses.
    case p256AES256GCM = 0x0002
    /// With ChaCha20-Poly1305, 0x0003.
    case p256ChaCha20Poly1305 = 0x0003
    /// Without a cipher, 0xFFFF: both sides export secrets and seal nothing.
    case p256ExportOnly = 0xFFFF

    /// The number of the KEM.
    public static let kem: UInt16 = 0x0010
    /// The number of the KDF.
    public static let kdf: UInt16 = 0x0001

    /// Number of bytes of an encapsulated key, a point in uncompressed form.
    public static let encapsulatedByteCount = P256PublicKey.byteCount

    /// By how many bytes sealed bytes are longer than the plaintext; 0 where nothing is sealed.
    public var tagByteCount: Int { algorithm == nil ? 0 : AEADAlgorithm.tagByteCount }
}

extension HPKESuite {
    /// The cipher, or `nil` for a suite that only exports.
    var algorithm: AEADAlgorithm? {
        switch self {
        case .p256AES128GCM: .aes128GCM
        case .p256AES256GCM: .aes256GCM
        case .p256ChaCha20Poly1305: .chaCha20Poly1305
        case .p256ExportOnly: nil
        }
    }

    /// `suite_id` of the key schedule: "HPKE", then the three numbers.
    ///
    /// - Note: Standard: RFC 9180, section 5.1.
    var id: [UInt8] {
        Array("HPKE".utf8)
            + [Self.kem, Self.kdf, rawValue].flatMap {
                [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
            }
    }
}
