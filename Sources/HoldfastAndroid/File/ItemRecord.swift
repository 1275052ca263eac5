import HoldfastCore
import HoldfastCrypto

/// One item of a store's file: what is known of it, its name and its value, both sealed.
struct ItemRecord: Sendable, Equatable {
    /// What the record holds.
    enum Content: Sendable, Equatable {
        /// A value.
        case live(Value)
        /// The value is gone by a rule.
        case tombstone(Invalidation)
    }

    /// A value, and the keys that it depends on.
    struct Value: Sendable, Equatable {
        /// The key whose data key seals it.
        let key: KeyID
        /// The witness whose end is the item's end too, if there is one.
        let witness: KeyID?
        /// Ciphertext and tag.
        let sealed: [UInt8]
        /// How many bytes the value has.
        let byteCount: Int
    }

    /// A keyed hash over service and account, 32 bytes, under which the item is found.
    let name: [UInt8]
    let version: UInt64
    let protection: ItemProtection
    let kind: ItemKind
    let created: UnixTime
    let modified: UnixTime
    /// Drawn at each write, 32 bytes; keys and nonces of both seals come from it.
    let salt: [UInt8]
    /// Service and account, sealed; empty if the key that sealed them was lost with the item's.
    let sealedName: [UInt8]
    let content: Content

    static let nameByteCount = 32
    static let saltByteCount = 32

    var invalidation: Invalidation? {
        if case .tombstone(let invalidation) = content { invalidation } else { nil }
    }

    var value: Value? {
        if case .live(let value) = content { value } else { nil }
    }

    func attributes(of key: ItemKey) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: protection, kind: kind,
            version: ItemVersion(rawValue: version), created: created, modified: modified,
            byteCount: value?.byteCount ?? 0, invalidation: invalidation)
    }

    /// The tombstone of this item.
    ///
    /// - Parameters:
    ///   - invalidation: by which rule the value is gone.
    ///   - version: the change's version.
    ///   - keepsName: whether the key that sealed the name is still there.
    func buried(
        _ invalidation: Invalidation, version: UInt64, keepsName: Bool = true
    ) -> ItemRecord {
        ItemRecord(
            name: name, version: version, protection: protection, kind: kind, created: created,
            modified: modified, salt: salt, sealedName: keepsName ? sealedName : [],
            content: .tombstone(invalidation))
    }
}

extension ItemRecord {
    func encode(into writer: inout ByteWriter) {
        writer.put(name)
        writer.put(version)
        encodeAttributes(into: &writer)
        writer.put(salt)
        writer.putWithLength(sealedName)
        switch content {
        case .live(let value):
            writer.put(Code.live)
            writer.put(value.key.bytes)
            writer.putOptional(value.witness?.bytes)
            writer.put(UInt32(value.byteCount))
            writer.put(value.sealed)
        case .tombstone(let invalidation):
            writer.put(Code.tombstone)
            writer.put(invalidation.reason.formatCode)
            writer.put(invalidation.time.seconds)
        }
    }

    init?(decoding reader: inout ByteReader) {
        guard let name = reader.array(Self.nameByteCount),
            let version = reader.number(UInt64.self),
            let protection = ItemProtection(decoding: &reader),
            let kind = ItemKind(formatCode: reader.number(UInt8.self)),
            let created = reader.number(Int64.self), let modified = reader.number(Int64.self),
            let salt = reader.array(Self.saltByteCount),
            let sealedName = reader.arrayWithLength(),
            let content = Self.content(from: &reader)
        else { return nil }
        self.init(
            name: name, version: version, protection: protection, kind: kind,
            created: UnixTime(seconds: created), modified: UnixTime(seconds: modified),
            salt: salt, sealedName: sealedName, content: content)
    }

    /// What is known of the item beside its name: part of the associated data of the value.
    func encodeAttributes(into writer: inout ByteWriter) {
        protection.encode(into: &writer)
        writer.put(kind.formatCode)
        writer.put(created.seconds)
        writer.put(modified.seconds)
    }

    private static func content(from reader: inout ByteReader) -> Content? {
        switch reader.number(UInt8.self) {
        case Code.live: value(from: &reader).map(Content.live)
        case Code.tombstone: invalidation(from: &reader).map(Content.tombstone)
        default: nil
        }
    }

    private static func value(from reader: inout ByteReader) -> Value? {
        guard let key = reader.array(KeyID.byteCount), let witness = reader.optionalArray(),
            witness.bytes.map({ $0.count == KeyID.byteCount }) ?? true,
            let byteCount = reader.number(UInt32.self),
            let sealed = reader.array(Int(byteCount) + AES256GCM.tagByteCount)
        else { return nil }
        return Value(
            key: KeyID(bytes: key), witness: witness.bytes.map(KeyID.init(bytes:)),
            sealed: sealed, byteCount: Int(byteCount))
    }

    private static func invalidation(from reader: inout ByteReader) -> Invalidation? {
        guard let reason = Invalidation.Reason(formatCode: reader.number(UInt8.self)),
            let seconds = reader.number(Int64.self)
        else { return nil }
        return Invalidation(reason: reason, time: UnixTime(seconds: seconds))
    }

    private enum Code {
        static let live: UInt8 = 1
        static let tombstone: UInt8 = 2
    }
}
