import HoldfastCore

extension KeychainCore {
    /// The rows of a kind that could be read, and whether others could not.
    struct ReadableRows: Sendable {
        var rows: [StoredRow] = []
        var hidesRows = false
    }

    mutating func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        var session = try open()
        return try attributes(of: key, &session)
    }

    /// The attributes of all items, by the rows that can be read and by the ledger for the others.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if there may be a row that neither can name.
    mutating func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        var session = try open()
        var found: [ItemKey: ItemAttributes] = [:]
        let shared = try readableRows(of: .sharedItem, service: service)
        if shared.hidesRows { throw Self.unknownAttributes }
        let own = try readableRows(of: .privateItem, service: service)
        if own.hidesRows, try !completeLedger(&session) { throw Self.unknownAttributes }
        for row in shared.rows + own.rows where !row.mayOutliveItsValue {
            let key = try row.key
            // Of two rows of one name the private one counts, as in a read.
            found[key] = row.attributes(of: key)
        }
        if own.rows.isEmpty && shared.rows.isEmpty { try confirmAnswering(&session) }
        for row in shared.rows + own.rows where row.mayOutliveItsValue {
            let key = try row.key
            found[key] = try attributes(of: key, &session)
        }
        for key in try remembered(service, &session) where found[key] == nil {
            if let attributes = try attributes(of: key, &session) { found[key] = attributes }
        }
        return found.values.sorted { $0.key < $1.key }
    }

    private mutating func attributes(
        of key: ItemKey, _ session: inout KeychainSession
    ) throws(KeychainError) -> ItemAttributes? {
        switch try presence(of: key, &session, .silent) {
        case .row(let row): return row.attributes(of: key)
        case .nothing: return nil
        case .tombstone(let invalidation, let facts):
            return facts.attributes(of: key, invalidation: invalidation)
        case .hidden(_, let facts?): return facts.attributes(of: key)
        case .hidden(_, nil): throw Self.unknownAttributes
        }
    }

    /// The names in the ledger; one whose key is lost with the keychain's rows names nothing.
    private func remembered(
        _ service: String?, _ session: inout KeychainSession
    ) throws(KeychainError) -> [ItemKey] {
        var keys: [ItemKey] = []
        for (name, entry) in session.ledger.all {
            var facts = entry.facts
            if case .write(let pending)? = entry.pending { facts = pending }
            guard let facts, let key = try session.key(of: name, facts) else { continue }
            if let service, !key.service.utf8.elementsEqual(service.utf8) { continue }
            keys.append(key)
        }
        return keys
    }

    /// The rows of a kind, without those that ask for a person.
    func readableRows(
        of kind: RowKind, service: String?
    ) throws(KeychainError) -> ReadableRows {
        var answer = ReadableRows()
        var query = RowAddress.ownRows
        query[SecItemName.type] = .number(kind.rawValue)
        if let service { query[SecItemName.service] = .text(service) }
        query[SecItemName.synchronizable] = .text(SecItemName.synchronizableAny)
        query[SecItemName.matchLimit] = .text(SecItemName.matchLimitAll)
        query[SecItemName.returnAttributes] = .flag(true)
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        let all = platform.secItem.copyMatching(query)
        if all.status == Status.interactionNotAllowed {
            // One row that is locked or asks for a person fails the whole call: ask again without
            // those that ask.
            answer.hidesRows = true
            query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUISkip)
            let open = platform.secItem.copyMatching(query)
            if open.status == Status.interactionNotAllowed { return answer }
            try read(open, &answer)
        } else {
            try read(all, &answer)
        }
        return answer
    }

    private func read(
        _ matches: SecItemMatches, _ answer: inout ReadableRows
    ) throws(KeychainError) {
        switch matches.status {
        case Status.success:
            for row in matches.rows { answer.rows.append(try StoredRow(row)) }
        case Status.notFound: return
        default: throw KeychainError(status: matches.status, "the items cannot be listed")
        }
    }

    static let unknownAttributes = KeychainError(
        .interactionNotAllowed,
        "there may be an item whose attributes can be had only unlocked or from a person",
        nativeDomain: Status.domain, nativeCode: Int(Status.interactionNotAllowed),
        advice: "unlock the device; read items that ask for a person once by their names")
}
