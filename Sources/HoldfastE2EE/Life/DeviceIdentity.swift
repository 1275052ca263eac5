import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// This device's identity: one key pair for signatures and one for agreement, known to the account.
///
/// At each start it asks three witnesses whether the device is still who it was: the key store, the
/// app's database and the account's device log. No answer is taken for "nothing there": a key is made
/// or given up only in the foreground, on an unlocked device whose store proves that it answers, and
/// when two looks some seconds apart agree (P7).
///
/// Making one has an order: what is intended, the keys, the signed entry, the directory, the
/// marker, the database. A death between any two is finished by the next start, with the
/// same keys: there are never two identities and never a lost one.
public actor DeviceIdentity {
    let parts: IdentityParts
    let queue = BlockingQueue(label: "holdfast.identity")
    /// The newest place of the account's log that this device has verified.
    var knownHead: LogHead?
    /// What the last opening found.
    public internal(set) var opening: IdentityOpening?

    /// Takes the parts; nothing is read yet.
    ///
    /// - Parameter parts: everything outside that the identity works with.
    public init(_ parts: IdentityParts) {
        self.parts = parts
    }

    /// Looks at key, database and device log, finishes what a death interrupted, and decides.
    ///
    /// A device that was put out of its account for good has its private keys removed here, once
    /// that is certain; its record and whatever the app keeps stay.
    ///
    /// - Parameters:
    ///   - launch: in what state of the app it is opened.
    ///   - account: the person's account, where the app knows it from a login.
    /// - Returns: the decision and what it rests on. It is in the journal.
    /// - Throws: ``IdentityError`` with a store's error if what is under way or the journal cannot
    ///   be read or written. Nothing was decided.
    public func open(
        _ launch: IdentityLaunch, account: AccountID? = nil
    ) async throws(IdentityError) -> IdentityOpening {
        opening = nil
        if let delay = try await finishIntent(launch) {
            return try await conclude(.notYet(delay), await look(account), account)
        }
        var first = await look(account)
        let decision = IdentityTable.decision(for: first.findings)
        guard decision.changesIdentity || decision == .revoked || first.findings.lacksKeyAndHistory
        else {
            if decision == .proceed(isConfirmed: true) { try await remember(first) }
            return try await conclude(decision, first, account)
        }
        guard await isCertain(of: first, launch, account) else {
            let unsure = decision.changesIdentity ? .notYet(.notCertain) : decision
            return try await conclude(unsure, first, account)
        }
        if decision == .revoked, let record = first.record {
            try await removeKeys(of: record)
            first = await look(account)
        }
        return try await conclude(
            decision, first, account, permitsJoining: decision.permitsJoining)
    }

    /// Begins a new account with this device, after a first install, or where the person starts
    /// anew; the keys of the identity that is given up go then.
    ///
    /// - Parameters:
    ///   - name: what the person calls the device; 1 to 64 scalars without control characters.
    ///   - recovery: the public key that the person's phrase gives, if there is one.
    ///   - startsAnew: whether the person has been told that the old account's devices and
    ///     contacts do not come along, and wants it; needed on a new device and where the key is
    ///     lost.
    /// - Returns: the identity.
    /// - Throws: ``IdentityError/notPermitted(_:)`` unless the last opening decided for it; a store's
    ///   or the directory's error, after which the next opening goes on.
    @discardableResult
    public func begin(
        named name: String, recovery: P256PublicKey?, startsAnew: Bool = false
    ) async throws(IdentityError) -> IdentityRecord {
        switch opening?.decision {
        case .firstInstall: break
        case let other:
            guard startsAnew, opening?.permitsJoining == true else { throw .notPermitted(other) }
        }
        try Self.checkName(name)
        let slot = try drawSlot()
        let previous = opening?.record
        opening = nil
        try await discardWaiting()
        let intent = try await intend(
            .genesis(recovery: recovery, previous: previous), name: name, slot: slot)
        return try await finish(intent, mayPrompt: true)
    }

    /// Gives this device a new key in its old place, signed by the old key, which is then removed.
    ///
    /// For a database that was rolled back, for a reinstalled app whose policy is a new key, and
    /// where the key that needs the person was destroyed by a change of fingerprints.
    ///
    /// - Parameter withNewPresenceKey: whether the key that needs the person is made anew too; one
    ///   that the platform is known to have destroyed is in any case.
    /// - Returns: the new identity.
    /// - Throws: as ``begin(named:recovery:startsAnew:)``.
    @discardableResult
    public func renew(
        withNewPresenceKey: Bool = false
    ) async throws(IdentityError) -> IdentityRecord {
        guard let opening, let record = opening.record else {
            throw .notPermitted(opening?.decision)
        }
        switch opening.decision {
        case .reinstalled, .rolledBack, .proceed(isConfirmed: true): break
        default: throw .notPermitted(opening.decision)
        }
        return try await renew(
            record, name: record.device.name, withNewPresenceKey: withNewPresenceKey)
    }

    /// Goes on with the key that survived a reinstallation.
    ///
    /// - Returns: the identity, in its new installation.
    /// - Throws: as ``begin(named:recovery:startsAnew:)``.
    @discardableResult
    public func reuse() async throws(IdentityError) -> IdentityRecord {
        guard let opening, let record = opening.record, opening.decision == .reinstalled else {
            throw .notPermitted(opening?.decision)
        }
        let moved = record.moved(to: try drawSlot())
        let counter = try await knownCounter(of: record)
        try await keep(moved, counter: counter, log: try await verifiedLog(of: record.account))
        self.opening = nil
        return moved
    }

    /// Begins what the next openings would finish; what was found before no longer holds.
    func renew(
        _ record: IdentityRecord, name: String, withNewPresenceKey: Bool
    ) async throws(IdentityError) -> IdentityRecord {
        let counter = try await knownCounter(of: record)
        let kept = withNewPresenceKey ? nil : try await keptPresence(of: record)
        opening = nil
        let intent = try await intend(
            .renewal(of: record, lastCounter: counter), name: name, slot: record.device.slot,
            presence: kept)
        return try await finish(intent, mayPrompt: true)
    }

    private func conclude(
        _ decision: IdentityDecision, _ look: IdentityLook, _ account: AccountID?,
        permitsJoining: Bool = false
    ) async throws(IdentityError) -> IdentityOpening {
        let opening = IdentityOpening(
            decision: decision, findings: look.findings, record: look.record,
            account: look.record?.account ?? account, permitsJoining: permitsJoining,
            removal: look.removal, continuity: look.continuity, changes: look.changes)
        let (journal, now) = (parts.journal, parts.wallClock.now)
        let line =
            "\(look.findings)" + (look.error.map { " (\($0.code))" } ?? "") + ": \(decision)"
        try await stored { () throws(KeychainError) in try await journal.add(line, at: now) }
        knownHead = look.log?.log.head ?? look.progress?.head
        self.opening = opening
        return opening
    }
}
