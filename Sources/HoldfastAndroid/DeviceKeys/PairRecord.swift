import HoldfastCore
import HoldfastCrypto

/// What the store remembers of a pair in the Keystore: the value of an item of its own.
struct PairRecord: Sendable, Equatable {
    /// The end of the pair's alias.
    let id: KeyID
    let use: DeviceKeyUse
    /// In which states it works, and whom it asks.
    let protection: ItemProtection
    let isStrongBoxBacked: Bool
    /// Whether a second key beside it tells what the pair itself does not.
    let hasWitness: Bool
    let publicKey: P256PublicKey
    /// Why and when the pair was lost, if so.
    var invalidation: Invalidation?

    /// What the aliases of pairs begin with.
    static let aliasPrefix = "holdfast.pair."

    var alias: String { Self.alias(of: id) }
    var witnessAlias: String { Self.witnessAlias(of: id) }

    static func alias(of id: KeyID) -> String { aliasPrefix + id.hexadecimal }
    static func witnessAlias(of id: KeyID) -> String { alias(of: id) + ".witness" }

    var grade: KeyGrade { isStrongBoxBacked ? .strongBox : .trustedEnvironment }
}

extension PairRecord {
    private static let format: UInt8 = 1

    /// The item's value.
    var encoded: SecretBytes {
        SecretBytes(
            ByteWriter.encode(reserving: 128) { writer in
                writer.put(Self.format)
                writer.put(id.bytes)
                protection.encode(into: &writer)
                writer.put(UInt8(isStrongBoxBacked ? 1 : 0))
                writer.put(UInt8(hasWitness ? 1 : 0))
                writer.put(publicKey.bytes)
                writer.put(invalidation?.reason.formatCode ?? 0)
                writer.put(invalidation?.time.seconds ?? 0)
            })
    }

    /// Takes an item.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no pair's, `UNSUPPORTED` for a newer format.
    init(decoding item: Item) throws(KeychainError) {
        guard let use = DeviceKeyUse(itemKind: item.attributes.kind),
            let format = item.value.withUnsafeBytes({ $0.first })
        else { throw Self.isNoPair }
        guard format <= Self.format else {
            throw KeychainError(.unsupported, "the key's record has a newer format")
        }
        let decoded = item.value.withUnsafeBytes { PairRecord(use, $0) }
        guard let decoded else { throw Self.isNoPair }
        self = decoded
    }

    private init?(_ use: DeviceKeyUse, _ bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        guard reader.number(UInt8.self) == Self.format, let id = reader.array(KeyID.byteCount),
            let protection = ItemProtection(decoding: &reader),
            let isStrongBoxBacked = reader.number(UInt8.self), isStrongBoxBacked <= 1,
            let hasWitness = reader.number(UInt8.self), hasWitness <= 1,
            let point = reader.array(P256PublicKey.byteCount),
            let publicKey = Self.publicKey(point), let reasonCode = reader.number(UInt8.self),
            let time = reader.number(Int64.self), reader.remainingCount == 0
        else { return nil }
        let reason = Invalidation.Reason(formatCode: reasonCode)
        guard reason != nil || reasonCode == 0 else { return nil }
        self.init(
            id: KeyID(bytes: id), use: use, protection: protection,
            isStrongBoxBacked: isStrongBoxBacked == 1, hasWitness: hasWitness == 1,
            publicKey: publicKey,
            invalidation: reason.map { Invalidation(reason: $0, time: UnixTime(seconds: time)) })
    }

    private static func publicKey(_ point: [UInt8]) -> P256PublicKey? {
        do {
            return try P256PublicKey(point)
        } catch {
            // The caller reports damage: only points that were checked are stored.
            return nil
        }
    }

    static let isNoPair = KeychainError(.dataCorrupted, "what is stored is no device key")
}

extension DeviceKeyUse {
    /// What the item of such a key says that it is.
    var itemKind: ItemKind {
        switch self {
        case .signing: .signingKey
        case .keyAgreement: .keyAgreementKey
        }
    }

    init?(itemKind: ItemKind) {
        guard let use = Self.allCases.first(where: { $0.itemKind == itemKind }) else {
            return nil
        }
        self = use
    }

    /// What the Keystore is asked for.
    var algorithm: KeySpec.Algorithm {
        switch self {
        case .signing: .p256Sign
        case .keyAgreement: .p256Agree
        }
    }
}
