#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto

/// What a key store remembers of a key under the key's own name; no secret, and readable from the
/// first unlock on whatever the key's class.
///
/// - Note: Standard: `docs/formats/tpm.md`.
struct TPMKeyRecord: Sendable, Equatable {
    /// What keeps the private half.
    enum Holder: Sendable, Equatable {
        /// The TPM of the mark.
        case tpm(TPMMark, hasPIN: Bool)
        /// The item store, for want of a TPM.
        case software
    }

    /// Names the item of the private half.
    let id: [UInt8]
    let use: DeviceKeyUse
    let grade: KeyGrade
    let protection: ItemProtection
    let publicKey: P256PublicKey
    let holder: Holder

    static let idByteCount = 16
}

extension TPMKeyRecord {
    private static let tag = Array("HFTK".utf8)
    private static let version: UInt8 = 1

    /// The item's value.
    var encoded: SecretBytes {
        SecretBytes(
            ByteWriter.encode(reserving: 192) { writer in
                writer.put(Self.tag)
                writer.put(Self.version)
                writer.put(use.formatCode)
                writer.put(UInt8(grade == .software ? 2 : 1))
                writer.put(id)
                writer.put(publicKey.bytes)
                protection.encode(into: &writer)
                guard case .tpm(let mark, let hasPIN) = holder else { return writer.put(UInt8(2)) }
                writer.put(UInt8(1))
                writer.put(UInt8(hasPIN ? 1 : 0))
                mark.encode(into: &writer)
            })
    }

    /// Takes an item and trusts none of it.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no key's, `UNSUPPORTED` for a newer version.
    init(decoding item: Item) throws(KeychainError) {
        let decoded = try item.value.withUnsafeBytes { (bytes) throws(KeychainError) in
            try Self.decoded(ByteReader(bytes))
        }
        guard let decoded, decoded.use.itemKind == item.attributes.kind else {
            throw Self.isNoKey
        }
        self = decoded
    }

    private static func decoded(_ bytes: ByteReader) throws(KeychainError) -> TPMKeyRecord? {
        var reader = bytes
        guard reader.array(tag.count) == tag, let version = reader.number(UInt8.self) else {
            return nil
        }
        guard version == Self.version else {
            throw KeychainError(.unsupported, "the device key is of a newer format")
        }
        guard let use = DeviceKeyUse(formatCode: reader.number(UInt8.self)),
            let grade = reader.number(UInt8.self), grade == 1 || grade == 2,
            let id = reader.array(idByteCount),
            let point = reader.array(P256PublicKey.byteCount),
            let publicKey = publicKey(point),
            let protection = ItemProtection(decoding: &reader),
            let holder = Holder(decoding: &reader), reader.remainingCount == 0
        else { return nil }
        return TPMKeyRecord(
            id: id, use: use, grade: grade == 1 ? .tpm : .software, protection: protection,
            publicKey: publicKey, holder: holder)
    }

    private static func publicKey(_ point: [UInt8]) -> P256PublicKey? {
        do {
            return try P256PublicKey(point)
        } catch {
            // The caller reports damage: only points that were checked are stored.
            return nil
        }
    }

    static let isNoKey = KeychainError(
        .dataCorrupted, "what lies in the place of the device key is no device key",
        advice: "keep items of the app's out of services that begin with"
            + " \(TPMKeyStore.servicePrefix)")
}

extension TPMKeyRecord.Holder {
    fileprivate init?(decoding reader: inout ByteReader) {
        switch reader.number(UInt8.self) {
        case 1:
            guard let hasPIN = reader.number(UInt8.self), hasPIN <= 1,
                let mark = TPMMark(decoding: &reader)
            else { return nil }
            self = .tpm(mark, hasPIN: hasPIN == 1)
        case 2: self = .software
        default: return nil
        }
    }
}

extension DeviceKeyUse {
    /// What the item of such a key says that it is.
    var itemKind: ItemKind {
        switch self {
        case .signing: .signingKey
        case .keyAgreement: .keyAgreementKey
        }
    }
}
#endif
