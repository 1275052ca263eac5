public import HoldfastCore
import HoldfastCrypto
public import HoldfastWire

extension DeviceIdentity {
    /// Puts a device out of the account.
    ///
    /// Another device is put out with the person there, and never the last other one; this device
    /// by its own word. What the device had sent counts up to the counter that the directory has
    /// seen of it. The entry's place in the log is remembered, here and in each call below, so that
    /// a directory that takes it back is noticed.
    ///
    /// - Parameters:
    ///   - device: the device; its own id for this one.
    ///   - reason: why.
    ///   - prompt: says to the person what is confirmed.
    /// - Returns: the account's newest entry; the same if the device is out already.
    /// - Throws: ``LogError`` with `notPermitted` if this device has no key for its person or it is
    ///   the last other one, with `unknownDevice` if the account never had it;
    ///   ``IdentityError/notPermitted(_:)`` unless the last opening has confirmed this device; a
    ///   code of the prompt; the directory's error, after which it can be said again; a store's, if
    ///   the place could not be remembered, though the entry is in the log then.
    @discardableResult
    public func revoke(
        _ device: DeviceID, reason: RemovalReason, prompt: Prompt
    ) async throws(IdentityError) -> LogHead {
        let record = try confirmedRecord()
        let isOwn = record.device.id == device
        let counter =
            if isOwn { try await knownCounter(of: record) } else {
                try await claimedCounter(of: device)
            }
        return try await post(
            .revoke(device, reason: reason, lastCounter: counter), as: record,
            isOwn ? nil : prompt, unless: { $0.facts.members[device].map { !$0.isActive } ?? false }
        )
    }

    /// Puts a device out of the account by the person's recovery phrase.
    ///
    /// It holds at once, and the account's devices can object for 72 hours. It is the way where
    /// the last other device is in the wrong hands.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - reason: why.
    ///   - recovery: signs as the account's recovery key.
    /// - Returns: the account's newest entry; the same if the device is out already.
    /// - Throws: as ``revoke(_:reason:prompt:)``, and ``JoinError/otherRecoveryKey``.
    @discardableResult
    public func revoke(
        _ device: DeviceID, reason: RemovalReason, signedBy recovery: any RecoverySigner
    ) async throws(IdentityError) -> LogHead {
        _ = try confirmedRecord()
        let counter = try await claimedCounter(of: device)
        var log = try await accountLog()
        guard log.facts.recoveryKey == recovery.publicKey else { throw .joining(.otherRecoveryKey) }
        for _ in 0..<Self.tryCount {
            if let member = log.facts.members[device], !member.isActive { return log.head }
            let entry = LogEntry(
                after: log.head, of: log.account, created: parts.wallClock.now.seconds,
                author: .recovery,
                action: .revoke(device, reason: reason, lastCounter: counter))
            let signed = SignedLogEntry(
                entry, signature: try await Self.sign(entry, .logEntry, recovery))
            try Self.check(signed, follows: log)
            let newer = try await submit(signed, log.account)
            log = newer.log
            guard log.hashes.contains(signed.hash) else { continue }
            try await remember(own: newer)
            return log.head
        }
        throw .directory(.refused)
    }

    /// Gives this device another name.
    ///
    /// A log's entry names a device together with its key, so a new name comes with new keys in
    /// the old place, signed in by the old one. The key that needs the person stays.
    ///
    /// - Parameter name: 1 to 64 scalars without control characters.
    /// - Returns: the identity; the same if it has that name.
    /// - Throws: as ``renew(withNewPresenceKey:)``, and `INVALID_ARGUMENT` for a name that the
    ///   account cannot show.
    @discardableResult
    public func rename(to name: String) async throws(IdentityError) -> IdentityRecord {
        try Self.checkName(name)
        let record = try confirmedRecord()
        guard record.device.name != name else { return record }
        return try await renew(record, name: name, withNewPresenceKey: false)
    }

    /// Undoes a change that waits: a device that came in by the phrase, or in another one's place.
    ///
    /// A device that the change itself has put out can do it too.
    ///
    /// - Parameter change: the change; ``accountLog()`` has those that wait.
    /// - Returns: the account's newest entry; the same if the change does not wait any more.
    /// - Throws: ``LogError`` with `notPermitted` for this device's own change;
    ///   ``IdentityError/notPermitted(_:)`` unless the last opening has heard the log; the
    ///   directory's error, after which it can be said again.
    @discardableResult
    public func veto(_ change: PendingChange) async throws(IdentityError) -> LogHead {
        try await decide(change, .veto(change.entry.hash))
    }

    /// Says that a change that waits is right.
    ///
    /// - Parameter change: the change; ``accountLog()`` has those that wait.
    /// - Returns: the account's newest entry; the same if the change does not wait any more.
    /// - Throws: as ``veto(_:)``, and ``LogError`` with `tooEarly` for this device's own change.
    @discardableResult
    public func confirm(_ change: PendingChange) async throws(IdentityError) -> LogHead {
        try await decide(change, .confirm(change.entry.hash))
    }

    /// Sets the account's recovery key, or removes it.
    ///
    /// Without the present key's signature it waits for 7 days where there is one or another device.
    ///
    /// - Parameters:
    ///   - key: the key that the person's phrase gives; `nil` for none.
    ///   - recovery: signs as the present recovery key, where the person has that phrase.
    /// - Returns: the account's newest entry; the same if the account has that key.
    /// - Throws: as ``veto(_:)``.
    @discardableResult
    public func setRecovery(
        _ key: P256PublicKey?, signedBy recovery: (any RecoverySigner)? = nil
    ) async throws(IdentityError) -> LogHead {
        try await post(
            .setRecovery(key), as: try confirmedRecord(), nil, recovery,
            unless: { $0.facts.recoveryKey == key })
    }

    private func decide(
        _ change: PendingChange, _ action: LogAction
    ) async throws(IdentityError) -> LogHead {
        guard let opening, let record = opening.record, opening.decision.hasHeardTheLog else {
            throw .notPermitted(opening?.decision)
        }
        return try await post(
            action, as: record, nil, unless: { log in !log.pending.contains(change) })
    }

    /// Puts an entry of this device at the end of the log, unless it has become needless.
    private func post(
        _ action: LogAction, as record: IdentityRecord, _ prompt: Prompt?,
        _ recovery: (any RecoverySigner)? = nil, unless isNeedless: (DeviceLog) -> Bool
    ) async throws(IdentityError) -> LogHead {
        var log = try await accountLog()
        for _ in 0..<Self.tryCount {
            guard !isNeedless(log) else { return log.head }
            let entry = LogEntry(
                after: log.head, of: log.account, created: parts.wallClock.now.seconds,
                author: .device(record.device.id), action: action)
            var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
            if let recovery {
                witnesses[.recovery] = try await Self.sign(entry, .logRecovery, recovery)
            }
            let signed = try await sign(entry, as: record, witnesses, prompt)
            try Self.check(signed, follows: log)
            let newer = try await submit(signed, log.account)
            log = newer.log
            guard log.hashes.contains(signed.hash) else { continue }
            try await remember(own: newer)
            return log.head
        }
        throw .directory(.refused)
    }
}

extension IdentityDecision {
    /// Whether the device is or was in the log as the directory gives it.
    fileprivate var hasHeardTheLog: Bool {
        switch self {
        case .proceed(isConfirmed: true), .revoked, .removalWaits: true
        default: false
        }
    }
}
