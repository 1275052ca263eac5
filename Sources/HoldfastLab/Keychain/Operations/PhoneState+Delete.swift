import HoldfastApple

extension PhoneState {
    /// `SecItemDelete`: all rows that match, whether they can be read or not.
    ///
    /// The daemon decrypts a row only to learn whether its removal needs a person, and removes it by
    /// its number when that fails.
    ///
    /// - Note: `SecItemDb.c`, `s3dl_query_delete`.
    mutating func secItemDelete(
        _ dictionary: SecItemDictionary, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        try checkAccessControl(dictionary)
        try beginSecItem(caller)
        if case .text(let group)? = dictionary[SecItemName.accessGroup] {
            try demandGroup(group, caller)
        }
        var query = try KeychainQuery(dictionary)
        if query.interface == .skip { throw .status(SecStatus.param) }
        try refuseMatchesAndMixedReferences(query)
        query.addDefaultSynchronization()
        let removed = keychain.rows.filter { $0.matches(query, groups: caller.groups) }
        guard !removed.isEmpty else { throw .status(SecStatus.itemNotFound) }
        let locked = removed.filter { classKey($0.protection) == .locked }
        if keychain.profile.refusesLockedRemoval, !locked.isEmpty {
            throw .status(SecStatus.interactionNotAllowed)
        }
        if keychain.profile.syncedItemReturnsAfterLockedRemoval {
            keychain.ghosts += locked.filter(\.isSynchronized)
        }
        let numbers = Set(removed.map(\.number))
        keychain.rows.removeAll { numbers.contains($0.number) }
    }
}
