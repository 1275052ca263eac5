import HoldfastCore
import HoldfastCrypto

/// The primary key of a row, or as much of it as is known.
///
/// - Note: `SecItemSchema.c` in Apple's published Security source: `acct`, `svce`, `agrp` and
///   `sync` are the caller's part of the key of a generic password; class, access control and label
///   are not, so that they never stand in a query of this package.
struct RowAddress: Sendable, Equatable {
    /// In which of the platform's types a name was written.
    enum Form: Sendable, Equatable {
        case text
        case data
    }

    var service: String
    var account: String
    /// As older versions and other libraries may have written the account.
    var form = Form.text
    /// `nil` means all groups of the app in a query, and its first group in an addition.
    var group: String?
    /// `nil` means either.
    var isSynchronizable: Bool?

    /// What selects the row in any call; holds no `m_` key, which update and delete refuse.
    var query: SecItemDictionary {
        var query = Self.ownRows
        query[SecItemName.service] = .text(service)
        query[SecItemName.account] = accountValue
        if let group { query[SecItemName.accessGroup] = .text(group) }
        query[SecItemName.synchronizable] =
            isSynchronizable.map { .flag($0) } ?? .text(SecItemName.synchronizableAny)
        return query
    }

    /// What selects the row whoever wrote it.
    var queryOfAnybody: SecItemDictionary {
        var query = query
        query[SecItemName.creator] = nil
        return query
    }

    /// What selects all rows of this package.
    static let ownRows: SecItemDictionary = [
        SecItemName.itemClass: .text(SecItemName.genericPassword),
        SecItemName.creator: .number(RowTag.creator),
        SecItemName.dataProtectionKeychain: .flag(true),
    ]

    private var accountValue: SecItemValue {
        switch form {
        case .text: .text(account)
        case .data: .data(SecretBytes(utf8: account))
        }
    }
}

extension RowAddress {
    /// Where an item may lie, the likeliest first.
    static func all(of key: ItemKey, ownGroup: String?) -> [RowAddress] {
        let anywhere = RowAddress(service: key.service, account: key.account)
        var own = anywhere
        own.group = ownGroup
        own.isSynchronizable = false
        var asData = anywhere
        asData.form = .data
        return (ownGroup == nil ? [] : [own]) + [anywhere, asData]
    }
}

extension SecItemDictionary {
    /// The dictionary with another one's entries on top.
    func adding(_ other: SecItemDictionary) -> SecItemDictionary {
        SecItemDictionary(entries.merging(other.entries) { _, new in new })
    }
}
