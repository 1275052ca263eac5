import HoldfastCore
import HoldfastCrypto

/// Rows of other libraries. There is no call here but `SecItemCopyMatching`.
extension KeychainCore {
    mutating func foreignValue(of key: ItemKey) throws(KeychainError) -> SecretBytes? {
        let rows = try surely { (core) throws(KeychainError) in
            try core.foreignRows(key.service, key.account)
        }
        guard let row = rows.first else { return nil }
        guard rows.count == 1 else {
            throw KeychainError(
                .invalidArgument,
                "\(rows.count) items of other libraries have that name in the keychain",
                advice: "say which one is meant: move it under another name with the library that"
                    + " wrote it")
        }
        return try value(of: row, key)
    }

    mutating func hasForeignRow(of key: ItemKey) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try surely { (core) throws(KeychainError) in
                try core.foreignRows(key.service, key.account)
            }.isEmpty == false
        } catch {
            guard Self.meansHidden(error) else { throw error }
            // The hidden row may be our own, which is told by its creator alone.
            return try hasHiddenForeignRow(of: key, error)
        }
    }

    mutating func foreignAccounts(of service: String) throws(KeychainError) -> [String] {
        let rows = try surely { (core) throws(KeychainError) in
            try core.foreignRows(service, nil)
        }
        var accounts: Set<ItemName> = []
        for row in rows {
            guard let account = Self.account(of: row) else {
                throw KeychainError(
                    .dataCorrupted, "another library's item has a name that is no text")
            }
            accounts.insert(ItemName(text: account))
        }
        return accounts.sorted().map(\.text)
    }

    // MARK: - Looking

    /// Asks twice before nothing is called nothing: the keychain may not have been answering.
    private mutating func surely(
        _ look: (KeychainCore) throws(KeychainError) -> [SecItemDictionary]
    ) throws(KeychainError) -> [SecItemDictionary] {
        var session = try open()
        let rows = try look(self)
        if !rows.isEmpty { return rows }
        try confirmAnswering(&session)
        return try look(self)
    }

    /// The attributes of the rows under a name that are not this package's.
    ///
    /// - Throws: for a row that is locked or asks for a person, which fails the whole call.
    private func foreignRows(
        _ service: String, _ account: String?
    ) throws(KeychainError) -> [SecItemDictionary] {
        var query = RowAddress.ownRows
        query[SecItemName.creator] = nil
        query[SecItemName.service] = .text(service)
        if let account { query[SecItemName.account] = .text(account) }
        query[SecItemName.synchronizable] = .text(SecItemName.synchronizableAny)
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitAll)
        query[SecItemName.returnAttributes] = .flag(true)
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        let matches = platform.secItem.copyMatching(query)
        switch matches.status {
        case Status.success:
            return matches.rows.filter { $0[SecItemName.creator] != .number(RowTag.creator) }
        case Status.notFound: return []
        default: throw try refusal(matches.status)
        }
    }

    private func value(
        of row: SecItemDictionary, _ key: ItemKey
    ) throws(KeychainError) -> SecretBytes? {
        var query = RowAddress(service: key.service, account: key.account).queryOfAnybody
        for name in [SecItemName.accessGroup, SecItemName.synchronizable] {
            if let part = row[name] { query[name] = part }
        }
        query[SecItemName.returnAttributes] = .flag(true)
        query[SecItemName.returnData] = .flag(true)
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        let matches = platform.secItem.copyMatching(query)
        guard matches.status == Status.success else { throw try refusal(matches.status) }
        guard let found = matches.rows.first,
            found[SecItemName.creator] != .number(RowTag.creator)
        else {
            throw KeychainError(
                .systemCanceled, "the other library's item was replaced while it was read")
        }
        guard case .data(let value)? = found[SecItemName.valueData] else {
            // The platform answers a value of no bytes by leaving it out.
            return SecretBytes([])
        }
        return value
    }

    /// Of the rows under a name at least one is hidden: it is another library's unless ours alone is
    /// there, which a query with the creator tells.
    private func hasHiddenForeignRow(
        of key: ItemKey, _ error: KeychainError
    ) throws(KeychainError) -> Bool {
        var query = RowAddress(service: key.service, account: key.account).query
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        switch platform.secItem.copyMatching(query).status {
        case Status.notFound: return true
        default: throw error
        }
    }

    /// Why a row of another library cannot be read: it is locked, or it asks for a person.
    private func refusal(_ status: Int32) throws(KeychainError) -> KeychainError {
        if status == Status.interactionNotAllowed, try isUnlocked() {
            return KeychainError(
                .authRequired, "another library's item asks for a person",
                nativeDomain: Status.domain, nativeCode: Int(status))
        }
        return KeychainError(status: status, "another library's item cannot be read")
    }

    private static func meansHidden(_ error: KeychainError) -> Bool {
        error.code == .authRequired
            || error.code == .interactionNotAllowed
                && error.nativeCode == Int(Status.interactionNotAllowed)
    }

    private static func account(of row: SecItemDictionary) -> String? {
        switch row[SecItemName.account] {
        case .text(let text)?: text
        case .data(let data)?: data.utf8String()
        default: nil
        }
    }
}

/// An account as a name: compared by its UTF-8 bytes.
private struct ItemName: Hashable, Comparable {
    let text: String

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
