import HoldfastCore
import HoldfastCrypto

/// An item as a backup holds it, and its name there.
///
/// The value is `u8` version 1 ‖ `u16` byte count and service ‖ `u16` byte count and account ‖
/// protection ‖ `u8` kind ‖ the item's value.
struct StoredItem: Sendable {
    let key: ItemKey
    let protection: ItemProtection
    let kind: ItemKind
    let value: SecretBytes

    private static let version: UInt8 = 1

    /// Services under which this library keeps keys, tokens, prekeys and notes of one device: none goes
    /// into a backup, and none out of one, where it would be somebody else's.
    static func isOurs(_ service: String) -> Bool {
        let utf8 = service.utf8
        return utf8.elementsEqual("holdfast".utf8) || utf8.starts(with: "holdfast.".utf8)
    }

    /// The record's bytes.
    var encoded: SecretBytes {
        let head = ByteWriter.encode { writer in
            writer.put(Self.version)
            writer.putWithLength(key.service)
            writer.putWithLength(key.account)
            protection.encode(into: &writer)
            writer.put(kind.formatCode)
        }
        return SecretBytes(count: head.count + value.count) { output in
            output.copyBytes(from: head)
            value.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: output[head.count...])
                    .copyMemory(from: bytes)
            }
        }
    }

    init(_ item: Item) {
        key = item.attributes.key
        protection = item.attributes.protection
        kind = item.attributes.kind
        value = item.value
    }

    /// Reads ``encoded``.
    ///
    /// - Throws: `UNSUPPORTED` for a newer version, `DATA_CORRUPTED` for anything else, among it an
    ///   item that no backup may hold.
    init(decoding bytes: SecretBytes) throws(KeychainError) {
        self = try bytes.withUnsafeBytes { (bytes) throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard let version = reader.number(UInt8.self) else { throw Self.damaged }
            guard version == Self.version else {
                throw KeychainError(.unsupported, "an item in the backup is of a newer version")
            }
            guard let service = reader.text(), let account = reader.text(),
                let protection = ItemProtection(decoding: &reader),
                let kind = ItemKind(formatCode: reader.number(UInt8.self)),
                !protection.accessibility.isThisDeviceOnly, !kind.isDeviceKey,
                !Self.isOurs(service),
                let value = reader.slice(reader.remainingCount)
            else { throw Self.damaged }
            return StoredItem(
                key: try ItemKey(service: service, account: account), protection: protection,
                kind: kind, value: SecretBytes(copying: value))
        }
    }

    private init(
        key: ItemKey, protection: ItemProtection, kind: ItemKind, value: SecretBytes
    ) {
        self.key = key
        self.protection = protection
        self.kind = kind
        self.value = value
    }

    private static let damaged = KeychainError(
        .dataCorrupted, "an item in the backup is not what a backup holds")
}
