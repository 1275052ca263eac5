import HoldfastCore

/// What the package notes beside an item's value, in the row's `gena`.
///
/// Magic, format, version, kind, creation, change and byte count of the value, protection:
/// big-endian, nothing behind it.
struct AttributeRecord: Sendable, Equatable {
    var version: ItemVersion
    var kind: ItemKind
    var created: UnixTime
    var modified: UnixTime
    var byteCount: Int
    var protection: ItemProtection

    private static let magic = Array("HFat".utf8)
    private static let format: UInt8 = 1

    var encoded: [UInt8] {
        ByteWriter.encode(reserving: 64) { writer in
            writer.put(Self.magic)
            writer.put(Self.format)
            writer.put(version.rawValue)
            writer.put(kind.formatCode)
            writer.put(created.seconds)
            writer.put(modified.seconds)
            writer.put(UInt32(byteCount))
            protection.encode(into: &writer)
        }
    }

    /// Takes a row's record.
    ///
    /// - Throws: `DATA_CORRUPTED`, or `UNSUPPORTED` for a newer format.
    static func decode(_ bytes: [UInt8]) throws(KeychainError) -> AttributeRecord {
        let answer = bytes.withUnsafeBytes { buffer in
            Result { () throws(KeychainError) in
                var reader = ByteReader(buffer)
                return try decode(&reader)
            }
        }
        return try answer.get()
    }

    private static func decode(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> AttributeRecord {
        guard reader.array(magic.count) == magic, let format = reader.number(UInt8.self) else {
            throw damaged
        }
        if format > Self.format {
            throw KeychainError(.unsupported, "the item has format \(format), a newer one")
        }
        guard let version = reader.number(UInt64.self),
            let kind = ItemKind(formatCode: reader.number(UInt8.self)),
            let created = reader.number(Int64.self), let modified = reader.number(Int64.self),
            let byteCount = reader.number(UInt32.self),
            let protection = ItemProtection(decoding: &reader), reader.remainingCount == 0
        else { throw damaged }
        return AttributeRecord(
            version: ItemVersion(rawValue: version), kind: kind,
            created: UnixTime(seconds: created), modified: UnixTime(seconds: modified),
            byteCount: Int(byteCount), protection: protection)
    }

    private static let damaged = KeychainError(
        .dataCorrupted, "the item's attributes are not those that were written")
}
