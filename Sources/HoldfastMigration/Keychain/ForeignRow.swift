import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// A row of the keychain that another library wrote, by the primary key of the platform.
///
/// - Note: `SecItemSchema.c` in Apple's published Security source: account, service, access group
///   and synchronizability are the caller's part of the key of a generic password; of an internet
///   password account, server, protocol, authentication type, security domain, port, path, access
///   group and synchronizability.
struct ForeignRow: Sendable, Equatable {
    let itemClass: String
    /// The service of a generic password, the server of an internet password.
    let service: String
    /// What else the key of an internet password has.
    let rest: [String: SecItemValue]
    let account: SecItemValue
    let group: String?
    let isSynchronizable: Bool
    let accessible: String?

    /// The tag `HFst` of this package's own rows, which are nobody's to move.
    static let ownCreator = 0x4846_7374

    /// Takes a row that was asked for with its attributes; `nil` for one of this package's.
    init?(_ row: SecItemDictionary, of itemClass: String) {
        if row[SecItemName.creator] == .number(Self.ownCreator) { return nil }
        self.itemClass = itemClass
        // A row that was written without a name has an empty one.
        service = Self.text(row[Self.nameAttribute(of: itemClass)]) ?? ""
        let others = itemClass == SecItemName.internetPassword ? Self.internetAttributes : []
        rest = row.entries.filter { others.contains($0.key) }
        account = row[SecItemName.account] ?? .text("")
        group = Self.text(row[SecItemName.accessGroup])
        accessible = Self.text(row[SecItemName.accessible])
        switch row[SecItemName.synchronizable] {
        case .flag(let isSet)?: isSynchronizable = isSet
        case .number(let number)?: isSynchronizable = number != 0
        default: isSynchronizable = false
        }
    }

    /// The row of the same place that bears another name, as a library keeps one beside an item.
    init(beside row: ForeignRow, account: String) {
        itemClass = row.itemClass
        service = row.service
        rest = row.rest
        self.account = .text(account)
        group = row.group
        // What belongs to one device's hardware does not travel.
        isSynchronizable = false
        accessible = row.accessible
    }

    /// The account as a name; `nil` if it is not UTF-8.
    var name: String? { Self.text(account) }

    /// Whether the account was written as data, as some libraries do.
    var isNamedByData: Bool { if case .data = account { true } else { false } }

    /// What selects this row and no other.
    var query: SecItemDictionary {
        var query: SecItemDictionary = [
            SecItemName.itemClass: .text(itemClass),
            Self.nameAttribute(of: itemClass): .text(service), SecItemName.account: account,
            SecItemName.synchronizable: .flag(isSynchronizable),
            SecItemName.dataProtectionKeychain: .flag(true),
        ]
        if let group { query[SecItemName.accessGroup] = .text(group) }
        for (name, value) in rest { query[name] = value }
        return query
    }

    /// The same row by the platform's own rules, which compare names as bytes.
    func isSameRow(as other: ForeignRow) -> Bool { handle == other.handle }

    /// How the row is found again in a later listing.
    var handle: String {
        let others = Self.internetAttributes.compactMap { name in
            rest[name].map { name + Self.words($0) }
        }
        let parts =
            [itemClass, service, name ?? "", group ?? "", isSynchronizable ? "1" : "0"] + others
        // With lengths, so that no two rows have one handle whatever their names hold.
        return parts.map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// The protection that comes closest; access control and group cannot be read from here.
    var protection: ItemProtection? {
        guard let accessible, let accessibility = Self.classes[accessible] else { return nil }
        let travels = isSynchronizable && !accessibility.isThisDeviceOnly
        return ItemProtection(accessibility: accessibility, isSynchronizable: travels)
    }

    /// The attribute that holds what ``service`` is.
    static func nameAttribute(of itemClass: String) -> String {
        itemClass == SecItemName.internetPassword ? SecItemName.server : SecItemName.service
    }

    private static let internetAttributes = [
        SecItemName.internetProtocol, SecItemName.authenticationType,
        SecItemName.securityDomain, SecItemName.port, SecItemName.path,
    ]

    private static func words(_ value: SecItemValue) -> String {
        if case .number(let number) = value { return "#\(number)" }
        return "=\(text(value) ?? "")"
    }

    private static let classes: [String: Accessibility] = [
        SecItemName.whenUnlocked: .whenUnlocked,
        SecItemName.afterFirstUnlock: .afterFirstUnlock,
        SecItemName.whenUnlockedThisDeviceOnly: .whenUnlockedThisDeviceOnly,
        SecItemName.afterFirstUnlockThisDeviceOnly: .afterFirstUnlockThisDeviceOnly,
        SecItemName.whenPasscodeSetThisDeviceOnly: .whenPasscodeSetThisDeviceOnly,
    ]

    private static func text(_ value: SecItemValue?) -> String? {
        switch value {
        case .text(let text)?: text
        case .data(let data)?: data.utf8String()
        default: nil
        }
    }
}
