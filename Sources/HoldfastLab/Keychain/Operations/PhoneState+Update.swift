import HoldfastApple
import HoldfastCrypto

extension PhoneState {
    /// `SecItemUpdate`: all rows that match, or none.
    ///
    /// - Note: `SecItemServer.c`, `SecItemServerUpdate`; `SecItemDb.c`, `s3dl_query_update`.
    mutating func secItemUpdate(
        _ dictionary: SecItemDictionary, _ changes: SecItemDictionary, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        let (query, change) = try parseUpdate(dictionary, changes, caller)
        var context = try context(of: query, caller)
        for _ in 0..<Self.authenticationRounds {
            let rows = keychain.rows
            let pass: UpdatePass
            do throws(SecItemStop) {
                pass = try updateOnce(query, change, context, caller)
            } catch {
                keychain.rows = rows
                throw error
            }
            guard let row = pass.needsPerson else {
                guard pass.changed > 0 else { throw .status(SecStatus.itemNotFound) }
                return
            }
            keychain.rows = rows
            try askForRow(row, query, &context, caller)
        }
        throw .status(SecStatus.authFailed)
    }

    private struct UpdatePass {
        var changed = 0
        var needsPerson: KeychainRow?
    }

    private mutating func parseUpdate(
        _ dictionary: SecItemDictionary, _ changes: SecItemDictionary, _ caller: KeychainCaller
    ) throws(SecItemStop) -> (KeychainQuery, KeychainQuery) {
        try checkAccessControl(dictionary)
        try checkAccessControl(changes)
        try beginSecItem(caller)
        if case .text(let group)? = dictionary[SecItemName.accessGroup] {
            try demandGroup(group, caller)
        }
        var query = try KeychainQuery(dictionary)
        if query.hasReturnKey || query.interface == .skip { throw .status(SecStatus.param) }
        let change = try KeychainQuery(changes: changes, of: query.itemClass)
        try demandGroup(change.namedGroup, caller)
        try refuseMatchesAndMixedReferences(query)
        query.addDefaultSynchronization()
        return (query, change)
    }

    func refuseMatchesAndMixedReferences(_ query: KeychainQuery) throws(SecItemStop) {
        let isMixed = query.persistentReference != nil && !query.attributes.isEmpty
        if isMixed || query.hasMatchKey { throw .status(SecStatus.param) }
    }

    private mutating func updateOnce(
        _ query: KeychainQuery, _ change: KeychainQuery, _ context: ContextState,
        _ caller: KeychainCaller
    ) throws(SecItemStop) -> UpdatePass {
        var pass = UpdatePass()
        var last: SecItemStop?
        for place in keychain.rows.indices
        where keychain.rows[place].matches(query, groups: caller.groups) {
            do throws(SecItemStop) {
                try updateRow(at: place, query, change, context, caller, &pass)
                last = nil
            } catch {
                guard keychain.profile.lastRowDecidesUpdate else { throw error }
                last = error
            }
        }
        if let last { throw last }
        return pass
    }

    private mutating func updateRow(
        at place: Int, _ query: KeychainQuery, _ change: KeychainQuery, _ context: ContextState,
        _ caller: KeychainCaller, _ pass: inout UpdatePass
    ) throws(SecItemStop) {
        switch decode(keychain.rows[place], wantsValue: true, context: context) {
        case .open: break
        case .locked: throw .status(lockedReadStatus(keychain.rows[place].protection))
        case .undecodable: return
        case .needsPerson:
            if pass.needsPerson == nil { pass.needsPerson = keychain.rows[place] }
            return
        case .refused: throw .status(SecStatus.authFailed)
        }
        let row = try changed(keychain.rows[place], change, query, caller)
        let isTaken = keychain.rows.indices.contains {
            $0 != place && keychain.rows[$0].hasPrimaryKey(of: row)
        }
        if isTaken { throw .status(SecStatus.duplicateItem) }
        keychain.rows[place] = row
        pass.changed += 1
    }

    /// A changed class or access control seals anew; a changed value keeps what it was bound to.
    private mutating func changed(
        _ old: KeychainRow, _ change: KeychainQuery, _ query: KeychainQuery,
        _ caller: KeychainCaller
    ) throws(SecItemStop) -> KeychainRow {
        var row = old
        row.attributes.merge(change.attributes) { _, new in new }
        if let value = change.value { row.value = value }
        if let accessControl = change.accessControl {
            row.accessControl = accessControl
        } else if case .text(let named)? = change.attributes[SecItemName.accessible] {
            row.accessControl.protection = named
        }
        row.attributes[SecItemName.accessible] = .text(row.protection)
        row.attributes[SecItemName.creationDate] = nil
        row.attributes[SecItemName.modificationDate] = nil
        if row.accessControl != old.accessControl {
            try seal(row.accessControl, query, caller)
            row.seal = .init(device, keychain)
        } else if useClassKey(row.protection) == .locked {
            throw .status(SecStatus.interactionNotAllowed)
        }
        if row.isSynchronized, row.accessControl.flags.constrainsUse {
            throw .status(SecStatus.param)
        }
        row.modified = max(nowMilliseconds, old.modified + 1)
        return row
    }
}
