import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

extension DeviceIdentity {
    /// Makes this device's keys and asks the account's other devices to let it in.
    ///
    /// For a new device, and for one whose key is lost. Once one of them has approved the request,
    /// the next opening finds the device in the account and goes on. Until then nothing has
    /// changed: the request can be made anew, for another place too, with the same keys.
    ///
    /// - Parameters:
    ///   - place: a place of its own, or another device's; its own old place is
    ///     ``IdentityOpening/ownPlace``.
    ///   - approver: the device that is to approve it; `nil` for any that can.
    /// - Returns: the request, for the other device to scan.
    /// - Throws: ``IdentityError/notPermitted(_:)`` unless the last opening permits joining;
    ///   ``IdentityError/joining(_:)`` if no device can approve it; a store's or the directory's
    ///   error. What is under way goes on where it is asked again.
    public func askToJoin(
        as place: JoinPlace, approvedBy approver: DeviceID? = nil
    ) async throws(IdentityError) -> JoinRequest {
        let account = try joinableAccount()
        let log = try await accountLog()
        var (intent, plan) = try await joiningIntent(place, account, log)
        let approvers = try Self.approvers(of: plan, in: log, only: approver)
        let device = try await makeKeys(&intent, mayPrompt: true)
        var consents: [DeviceID: P256Signature] = [:]
        for id in approvers {
            let entry = JoinRequest(plan, intent, log.head, device).entry(by: .device(id))
            consents[id] = try await sign(entry, .logConsent, as: device, intent)
        }
        return JoinRequest(plan, intent, log.head, device, consents)
    }

    /// Makes this device's keys and takes its place in the account by the person's recovery phrase.
    ///
    /// It holds at once. The account's devices can object for 72 hours; until one confirms it the
    /// device sends and does nothing else, and contacts see that the phrase did it.
    ///
    /// - Parameters:
    ///   - place: as for ``askToJoin(as:approvedBy:)``.
    ///   - recovery: signs as the account's recovery key.
    /// - Returns: the identity.
    /// - Throws: as ``askToJoin(as:approvedBy:)``, and ``JoinError/otherRecoveryKey``.
    @discardableResult
    public func join(
        as place: JoinPlace, signedBy recovery: any RecoverySigner
    ) async throws(IdentityError) -> IdentityRecord {
        let account = try joinableAccount()
        var log = try await accountLog()
        guard log.facts.recoveryKey == recovery.publicKey else {
            throw .joining(.otherRecoveryKey)
        }
        var (intent, plan) = try await joiningIntent(place, account, log)
        let device = try await makeKeys(&intent, mayPrompt: true)
        for _ in 0..<Self.tryCount {
            let entry = JoinRequest(plan, intent, log.head, device).entry(by: .recovery)
            let signed = try await sign(entry, recovery, intent, device)
            try Self.check(signed, follows: log)
            // From here on a death is finished without the phrase.
            intent.entry = signed
            try await write(intent)
            let newer = try await submit(signed, account)
            if let record = try await finishJoining(intent, in: newer) { return record }
            (log, intent.entry) = (newer.log, nil)
        }
        throw .directory(.refused)
    }

    /// Where a device that is let in stands in its log; what was under way is finished then.
    ///
    /// - Returns: the identity; `nil` while nobody has let the device in.
    func finishJoining(
        _ intent: IdentityIntent, in known: VerifiedLog
    ) async throws(IdentityError) -> IdentityRecord? {
        let log = known.log
        let (keys, name) = (parts.keys, intent.signingKeyName)
        let key = try await stored { () throws(KeychainError) in
            try await keys.publicKey(of: name, prompt: .standard)
        }
        guard let key, let member = log.facts.members[DeviceID(signingKey: key)] else { return nil }
        guard member.isActive else {
            try await discard(intent)
            return nil
        }
        let record = IdentityRecord(
            account: log.account, install: intent.install, device: member.record,
            signingKeyName: intent.signingKeyName, agreementKeyName: intent.agreementKeyName,
            presenceKeyName: member.record.presenceKey.flatMap { _ in intent.presence?.name })
        opening = nil
        try await keep(record, counter: 0, log: known)
        try await removePrevious(intent)
        return record
    }

    /// Gives up what is under way and what was made for it, if it waits for others.
    func discard(_ intent: IdentityIntent) async throws(IdentityError) {
        let (store, keys, agreementKeys) = (parts.store, parts.keys, parts.agreementKeys)
        try await stored { () throws(KeychainError) in
            try await keys.remove(intent.signingKeyName)
            try await agreementKeys.remove(intent.agreementKeyName)
            if let presence = intent.presence, presence.name != intent.previous?.presenceKeyName {
                try await keys.remove(presence.name)
            }
            try await store.remove(try IdentityNames.intent())
        }
    }
}

extension DeviceIdentity {
    private func joinableAccount() throws(IdentityError) -> AccountID {
        guard let opening, opening.permitsJoining, let account = opening.account else {
            throw .notPermitted(opening?.decision)
        }
        return account
    }

    /// What is under way for this account, with a place; it keeps the keys that it has.
    private func joiningIntent(
        _ place: JoinPlace, _ account: AccountID, _ log: DeviceLog
    ) async throws(IdentityError) -> (IdentityIntent, JoinPlan) {
        let previous = opening?.record
        let (name, slot, replaced) = try await taken(place, previous, log)
        let plan = JoinPlan(account: account, replaced: replaced, previous: previous)
        guard var known = try await waitingIntent(), known.joining?.account == account else {
            try await discardWaiting()
            return (try await intend(.joining(plan), name: name, slot: slot), plan)
        }
        known.way = .joining(plan)
        (known.deviceName, known.slot, known.entry) = (name, slot, nil)
        known.created = parts.wallClock.now.seconds
        try await write(known)
        return (known, plan)
    }

    private func taken(
        _ place: JoinPlace, _ previous: IdentityRecord?, _ log: DeviceLog
    ) async throws(IdentityError) -> (name: String, slot: SlotID, replaced: ReplacedDevice?) {
        switch place {
        case .new(let name):
            try Self.checkName(name)
            return (name, try drawSlot(), nil)
        case .successor(let id, let reason):
            guard let member = log.facts.members[id], member.isActive else {
                throw .joining(.unknownDevice)
            }
            let isOwn = previous?.device.id == id
            let counter =
                if isOwn, let previous { try await knownCounter(of: previous) } else {
                    try await claimedCounter(of: id)
                }
            return (
                member.record.name, member.record.slot,
                ReplacedDevice(device: id, reason: reason, lastCounter: counter)
            )
        }
    }

    /// The devices that can let it in: to give a place away takes a key that needs the person.
    private static func approvers(
        of plan: JoinPlan, in log: DeviceLog, only approver: DeviceID?
    ) throws(IdentityError) -> [DeviceID] {
        let able = log.facts.activeDevices.filter { device in
            device.id != plan.replaced?.device && !device.isRecoveryRecipient
                && (approver.map { $0 == device.id } ?? true)
                && (plan.replaced == nil || device.presenceKey != nil)
                && !log.pending.contains { $0.newcomers.contains(device.id) }
        }
        guard !able.isEmpty else { throw .joining(.noApprover) }
        guard able.count <= JoinRequest.approverLimit else { throw .joining(.tooManyApprovers) }
        return able.map(\.id)
    }

    private func sign(
        _ entry: LogEntry, _ recovery: any RecoverySigner, _ intent: IdentityIntent,
        _ device: DeviceRecord
    ) async throws(IdentityError) -> SignedLogEntry {
        let consent = try await sign(entry, .logConsent, as: device, intent)
        return SignedLogEntry(
            entry, signature: try await Self.sign(entry, .logEntry, recovery),
            witnesses: [.newcomer: consent])
    }
}

extension JoinRequest {
    /// The request of a device, with or without its consents.
    fileprivate init(
        _ plan: JoinPlan, _ intent: IdentityIntent, _ head: LogHead, _ device: DeviceRecord,
        _ consents: [DeviceID: P256Signature] = [:]
    ) {
        self.init(
            account: plan.account, head: head, created: intent.created, device: device,
            replaced: plan.replaced, consents: consents)
    }
}
