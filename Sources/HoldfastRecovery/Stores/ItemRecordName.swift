import HoldfastCore
import HoldfastCrypto

/// What an item is called in a backup: its service and account, as far as a name can be so long.
///
/// `u8` 1 ‖ `u8` byte count of the service ‖ service ‖ account; where that is too long `u8` 2 ‖
/// SHA-256 of `u16` byte count of the service ‖ service ‖ account, and then their beginnings with
/// `/` between them.
public struct ItemRecordName: Sendable, Hashable {
    /// The service; its beginning if the names are too long.
    public let service: String
    /// The account; its beginning if the names are too long.
    public let account: String
    /// Whether both are whole.
    public let isWhole: Bool

    static func bytes(of key: ItemKey) -> [UInt8] {
        let (service, account) = (Array(key.service.utf8), Array(key.account.utf8))
        if service.count + account.count + 2 <= LongRecord.nameLimit {
            return [1, UInt8(service.count)] + service + account
        }
        let hash = SHA256.hash(
            [UInt8(service.count >> 8), UInt8(service.count & 0xff)] + service + account)
        let shown = service.prefix(shownByteCount) + Array("/".utf8) + account
        return Array(([2] + hash + shown).prefix(LongRecord.nameLimit))
    }

    private static let shownByteCount = 100

    /// Reads the name of an item's record.
    ///
    /// - Parameter name: a record's name, of the table of items; `nil` is given for any other.
    public init?(_ name: [UInt8]) {
        let name = name.dropLast(2)
        switch name.first {
        case 1:
            let rest = name.dropFirst(2)
            guard let count = name.dropFirst().first, rest.count >= Int(count) else { return nil }
            service = String(decoding: rest.prefix(Int(count)), as: UTF8.self)
            account = String(decoding: rest.dropFirst(Int(count)), as: UTF8.self)
            isWhole = true
        case 2:
            let shown = name.dropFirst(1 + SHA256.byteCount)
            guard let slash = shown.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            service = String(decoding: shown[..<slash], as: UTF8.self)
            account = String(decoding: shown[(slash + 1)...], as: UTF8.self)
            isWhole = false
        default: return nil
        }
    }
}
