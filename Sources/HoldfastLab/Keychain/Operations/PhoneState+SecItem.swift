import HoldfastApple

extension PhoneState {
    /// What every call begins with: a daemon that answers, and an app with any entitlement.
    mutating func beginSecItem(_ caller: KeychainCaller) throws(SecItemStop) {
        if keychain.troubles.callsWithoutDaemon > 0 {
            keychain.troubles.callsWithoutDaemon -= 1
            throw .status(SecStatus.notAvailable)
        }
        guard !caller.groups.isEmpty else { throw .status(SecStatus.missingEntitlement) }
    }

    func demandGroup(_ group: String?, _ caller: KeychainCaller) throws(SecItemStop) {
        guard let group, !caller.groups.contains(group) else { return }
        throw .status(SecStatus.missingEntitlement)
    }

    /// What the client library checks before it calls the daemon.
    ///
    /// - Note: `SecItem.m`, `SecItemAuthDoQuery`.
    func checkAccessControl(_ dictionary: SecItemDictionary) throws(SecItemStop) {
        guard let given = dictionary[SecItemName.accessControl] else { return }
        guard case .accessControl(let object) = given else { throw .status(SecStatus.param) }
        let isSynchronized = [.flag(true), .number(1)].contains(
            dictionary[SecItemName.synchronizable])
        if isSynchronized, object.flags.constrainsUse { throw .status(SecStatus.param) }
    }

    /// The context that a query names, or one of its own.
    func context(of query: KeychainQuery, _ caller: KeychainCaller) throws(SecItemStop)
        -> ContextState
    {
        guard let number = query.context else { return ContextState() }
        let name = SimulatedKeychain.ContextName(process: caller.process, number: number)
        guard let context = keychain.contexts[name], !context.isInvalid else {
            throw .status(SecStatus.authFailed)
        }
        return context
    }

    mutating func keep(
        _ context: ContextState, of query: KeychainQuery, _ caller: KeychainCaller
    ) {
        guard let number = query.context else { return }
        keychain.contexts[.init(process: caller.process, number: number)] = context
    }

    /// Asks for what a row's access control demands; throws what the call then answers.
    mutating func askForRow(
        _ row: KeychainRow, _ query: KeychainQuery, _ context: inout ContextState,
        _ caller: KeychainCaller
    ) throws(SecItemStop) {
        guard query.interface == .allow else {
            throw .status(SecStatus.interactionNotAllowed)
        }
        let need = PersonNeed(row.accessControl.flags)
        let code = try ask(need, policy: nil, &context, caller)
        keep(context, of: query, caller)
        if code != 0 { throw .status(LAErrorCode.status(code)) }
    }

    /// What a read answers that found a class locked.
    func lockedReadStatus(_ protection: String) -> Int32 {
        guard device.wasUnlocked else { return keychain.profile.readBeforeFirstUnlock.rawValue }
        return SecStatus.interactionNotAllowed
    }

    /// Milliseconds since 1970 by the clock that people can set.
    var nowMilliseconds: Int64 { device.clockSeconds * 1000 }
}
