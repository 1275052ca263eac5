import HoldfastCore
import HoldfastCrypto

/// The row that is always there once the keychain has answered, and readable from the first unlock
/// on.
///
/// As long as it reads back, a "not found" for another row is the store's answer. It holds a random
/// id, by which ledger and keychain know each other, and the key that seals names in the ledger.
struct Sentinel: Sendable {
    /// 16 random bytes.
    let id: [UInt8]
    /// 32 random bytes.
    let nameKey: SecretBytes
    /// The group that rows without one of their own get; `nil` if the platform does not tell.
    let group: String?

    static let idByteCount = 16
    static let nameKeyByteCount = 32

    private static let magic = Array("HFse".utf8)
    private static let format: UInt8 = 1

    // One scalar longer than an item's name may be, so that no item's row is ever this one.
    static let address = RowAddress(
        service: "holdfast",
        account: "sentinel".padded(to: ItemKey.maximumScalarCount + 1), isSynchronizable: false)

    /// Makes one that is not stored yet.
    init(id: [UInt8], random: any SecureRandom) throws(KeychainError) {
        self.id = id
        nameKey = try crypto { () throws(CryptoError) in
            try random.secret(Self.nameKeyByteCount)
        }
        group = nil
    }

    /// Takes the sentinel's row.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not what was written, `UNSUPPORTED` for a newer format.
    init(_ row: SecItemDictionary) throws(KeychainError) {
        guard case .data(let data)? = row[SecItemName.valueData] else { throw Self.damaged }
        let header = data.withUnsafeBytes { [UInt8]($0.prefix(Self.headerByteCount)) }
        guard header.count == Self.headerByteCount, header.starts(with: Self.magic) else {
            throw Self.damaged
        }
        let format = header[Self.magic.count]
        if format > Self.format {
            throw KeychainError(.unsupported, "the keychain's sentinel has format \(format)")
        }
        guard data.count == Self.headerByteCount + Self.nameKeyByteCount else {
            throw Self.damaged
        }
        id = Array(header.suffix(Self.idByteCount))
        nameKey = data.withUnsafeBytes { bytes in
            SecretBytes(
                copying: UnsafeRawBufferPointer(rebasing: bytes[Self.headerByteCount...]))
        }
        if case .text(let group)? = row[SecItemName.accessGroup] {
            self.group = group
        } else {
            group = nil
        }
    }

    /// What `SecItemAdd` takes.
    var addition: SecItemDictionary {
        let header = Self.magic + [Self.format] + id
        let data = SecretBytes(count: header.count + nameKey.count) { buffer in
            buffer.copyBytes(from: header)
            nameKey.withUnsafeBytes { key in
                UnsafeMutableRawBufferPointer(rebasing: buffer[header.count...])
                    .copyMemory(from: key)
            }
        }
        return Self.address.query.adding([
            SecItemName.accessible: .text(SecItemName.afterFirstUnlockThisDeviceOnly),
            SecItemName.type: .number(RowKind.sentinel.rawValue),
            SecItemName.valueData: .data(data),
        ])
    }

    private static let headerByteCount = magic.count + 1 + idByteCount
    private static let damaged = KeychainError(
        .dataCorrupted, "the row by which the keychain is known is not the one that was written")
}

extension String {
    /// The text with full stops behind it, up to a number of scalars.
    func padded(to count: Int) -> String {
        self + String(repeating: ".", count: max(0, count - unicodeScalars.count))
    }
}
