import HoldfastCore
import HoldfastCrypto

extension KeychainCore {
    /// What there is under a name, as far as it can be known without asking a person.
    enum Presence: Sendable {
        /// A row that was read.
        case row(StoredRow)
        /// A row that needs an unlock or a person, with what the ledger knows of it.
        case hidden(RowAddress, LedgerFacts?)
        /// There was an item, and a rule took its key.
        case tombstone(Invalidation, LedgerFacts)
        /// There is nothing, and the store was answering when it said so.
        case nothing
    }

    /// Finds out what there is under a name, and writes down what was new about it.
    mutating func presence(
        of key: ItemKey, _ session: inout KeychainSession, _ access: Access,
        withValue: Bool = false
    ) throws(KeychainError) -> Presence {
        let found = try lookSurely(for: key, &session, access, withValue: withValue)
        let entry = session.ledger[session.name(of: key)]
        switch found {
        case .row(let row):
            try adopt(row, &session)
            return .row(row)
        case .hidden(let address):
            // Whoever wrote over a tombstone has noted it in the ledger first.
            if case .tombstone(let invalidation, let facts)? = entry?.settled,
                entry?.pending == nil
            {
                return .tombstone(invalidation, facts)
            }
            guard case .item(let facts)? = entry?.meaning(ofRowWith: nil) else {
                return .hidden(address, nil)
            }
            return .hidden(address, facts)
        case .undecodable:
            // Without a rule that takes keys the row was damaged.
            guard entry?.invalidation != nil || entry?.facts?.protection.canLoseItsKey == true
            else {
                throw KeychainError(status: Status.decode, "the item does not decode")
            }
            return try absence(of: key, entry, &session)
        case .none: return try absence(of: key, entry, &session)
        }
    }

    private func absence(
        of key: ItemKey, _ entry: LedgerEntry?, _ session: inout KeychainSession
    ) throws(KeychainError) -> Presence {
        switch entry?.meaningOfNoRow ?? .nothing {
        case .nothing, .item: return .nothing
        case .tombstone(let invalidation, let facts): return .tombstone(invalidation, facts)
        case .lost(let facts):
            if facts.protection.isShared {
                // Another app or device may have removed it: nothing can be inferred.
                session.ledger.forget(session.name(of: key))
                try session.save()
                return .nothing
            }
            return try bury(key, facts, reason(of: facts), &session)
        }
    }

    /// Makes a tombstone of an item whose row is gone or dead.
    func bury(
        _ key: ItemKey, _ facts: LedgerFacts, _ reason: Invalidation.Reason,
        _ session: inout KeychainSession
    ) throws(KeychainError) -> Presence {
        let invalidation = Invalidation(reason: reason, time: platform.clock.now)
        var facts = facts
        facts.version = session.nextVersion(above: facts.version)
        session.ledger.bury(session.name(of: key), invalidation, facts)
        try session.save()
        return .tombstone(invalidation, facts)
    }

    /// Which rule took an item's key.
    func reason(of facts: LedgerFacts) -> Invalidation.Reason {
        let protection = facts.protection
        let context = platform.device.makeContext()
        let hasPasscode =
            context.canEvaluate(.deviceOwner) != LocalAuthenticationCode.passcodeNotSet
        let needsPasscode = protection.accessibility == .whenPasscodeSetThisDeviceOnly
        if needsPasscode && !hasPasscode { return .passcodeRemoved }
        if protection.accessControl.isBoundToEnrolledBiometrics,
            isOtherBiometry(than: facts, context)
        {
            return .biometricsChanged
        }
        if needsPasscode || protection.accessControl.allowsPasscode { return .passcodeRemoved }
        return .keyLost
    }

    /// Whether the enrolled biometry is certainly not the one of a write.
    ///
    /// The state is `nil` while biometrics cannot be asked about; that says nothing.
    func isOtherBiometry(than facts: LedgerFacts, _ context: any AuthenticationContext) -> Bool {
        let code = context.canEvaluate(.biometrics)
        if code == LocalAuthenticationCode.biometryNotEnrolled { return true }
        guard let before = facts.biometricState, let now = context.domainState else {
            return false
        }
        return before != now
    }

    /// Writes down a private item that the ledger does not know, or knows otherwise.
    func adopt(_ row: StoredRow, _ session: inout KeychainSession) throws(KeychainError) {
        let key = try row.key
        let name = session.name(of: key)
        let entry = session.ledger[name]
        if case .item(let facts)? = entry?.settled, entry?.pending == nil,
            facts.version == row.record.version
        {
            return
        }
        var facts = try session.facts(of: key, row.record, biometricState: nil)
        if case .item(let known?)? = entry?.meaning(ofRowWith: row.record.version) {
            facts.biometricState = known.biometricState
        }
        session.ledger.settle(name, as: facts)
        try session.save()
    }
}

extension KeychainSession {
    /// A version for a write, above one that another app or an earlier ledger gave.
    mutating func nextVersion(above present: ItemVersion?) -> ItemVersion {
        let taken = ledger.takeVersion()
        guard let present, present >= taken else { return taken }
        return ItemVersion(rawValue: present.rawValue + 1)
    }
}
