import HoldfastApple
import HoldfastCrypto

extension PhoneState {
    /// `SecItemCopyMatching`: one locked row fails the whole call, rows that decode to nothing are
    /// left out and removed, rows with an access control ask once and are read again.
    ///
    /// - Note: `SecItemServer.c`, `SecItemServerCopyMatching`; `SecItemDb.c`, `s3dl_query`;
    ///   `SecItem.m`, `SecItemAuthDoQuery`.
    mutating func secItemCopyMatching(
        _ dictionary: SecItemDictionary, _ caller: KeychainCaller
    ) throws(SecItemStop) -> [SecItemDictionary] {
        try checkAccessControl(dictionary)
        try beginSecItem(caller)
        var query = try KeychainQuery(dictionary)
        try demandGroup(query.namedGroup, caller)
        guard query.itemClass != "idnt" else {
            spring(.classNotSimulated, caller)
            throw .status(SecStatus.unimplemented)
        }
        query.addDefaultSynchronization()
        var context = try context(of: query, caller)
        for _ in 0..<Self.authenticationRounds {
            let scan = try scan(query, context, caller)
            guard let row = scan.needsPerson else { return try finish(scan, query) }
            try askForRow(row, query, &context, caller)
        }
        throw .status(SecStatus.authFailed)
    }

    /// After so many the client gives up.
    static var authenticationRounds: Int { 20 }

    private struct Scan {
        var found: [Int] = []
        var undecodable: [Int] = []
        var needsPerson: KeychainRow?
    }

    /// SQL picks the rows with the limit before any is decoded, so that a row that turns out to be
    /// unreadable counts.
    private mutating func scan(
        _ query: KeychainQuery, _ context: ContextState, _ caller: KeychainCaller
    ) throws(SecItemStop) -> Scan {
        var scan = Scan()
        var selected = 0
        for place in keychain.rows.indices {
            if let limit = query.limit, selected == limit { break }
            guard keychain.rows[place].matches(query, groups: caller.groups) else { continue }
            selected += 1
            try read(keychain.rows[place], at: place, query, context, &scan)
        }
        return scan
    }

    private mutating func read(
        _ row: KeychainRow, at place: Int, _ query: KeychainQuery, _ context: ContextState,
        _ scan: inout Scan
    ) throws(SecItemStop) {
        switch decode(row, wantsValue: query.wantsValue, context: context) {
        case .open: scan.found.append(place)
        case .locked: throw .status(lockedReadStatus(row.protection))
        case .undecodable: scan.undecodable.append(place)
        case .needsPerson where query.interface == .skip: break
        case .needsPerson: if scan.needsPerson == nil { scan.needsPerson = row }
        case .refused: throw .status(SecStatus.authFailed)
        }
    }

    private mutating func finish(
        _ scan: Scan, _ query: KeychainQuery
    ) throws(SecItemStop) -> [SecItemDictionary] {
        let answers = scan.found.map { answer(keychain.rows[$0], query) }
        for place in scan.undecodable.reversed() { keychain.rows.remove(at: place) }
        guard scan.found.isEmpty else { return answers.compactMap { $0 } }
        let hides = scan.undecodable.isEmpty || !keychain.profile.showsDecodeError
        throw .status(hides ? SecStatus.itemNotFound : SecStatus.decode)
    }

    private func answer(_ row: KeychainRow, _ query: KeychainQuery) -> SecItemDictionary? {
        var entries = query.returnsAttributes ? row.reportedAttributes : [:]
        if query.returnsData { entries[SecItemName.valueData] = .data(row.value) }
        if query.returnsPersistentReference {
            entries["v_PersistentRef"] = .data(SecretBytes(row.persistentReference))
        }
        return entries.isEmpty ? nil : SecItemDictionary(entries)
    }
}
