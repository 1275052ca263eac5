import HoldfastCrypto

/// Decides whether an entry may do what it does, and what holds then.
///
/// | action | a device | the recovery key |
/// | --- | --- | --- |
/// | add | with its presence key if it has one; else one that has a presence key waits | waits |
/// | revoke itself | yes | – |
/// | revoke another | with its presence key, and never the last other one | waits |
/// | replace itself | yes; another presence key needs the old one, or waits | – |
/// | replace another | with its presence key; waits | waits |
/// | set recovery | with the current recovery key; else waits | – |
/// | checkpoint | yes | no |
/// | veto | one that was there before the change, and is not its author | of a new recovery key |
/// | confirm | the same; or the change's author once it is settled | no |
/// | merge | no | waits |
///
/// Where "waits" is said of a presence key, it is so in an account with other devices.
///
/// A recovery recipient is no device here: it may put itself out and do nothing else, it stands for no
/// other one, and any device with a presence key may put it out.
///
/// What "waits" holds at once and can be undone. A device that a waiting change brought in may send
/// and leave, and nothing else.
///
/// Whatever is refused is refused before the first change, so that a refusal leaves all as it was.
struct LogJudgement {
    var facts = LogFacts()
    var pending: [PendingChange] = []

    mutating func apply(
        _ signed: SignedLogEntry, recent: [SignedLogEntry], age: (PendingChange) -> UInt64?
    ) throws(LogError) {
        try checkAuthor(of: signed)
        try take(signed, recent: recent, age: age)
    }

    /// The author's signature; a device that a pending change put out may still object to it.
    private func checkAuthor(of signed: SignedLogEntry) throws(LogError) {
        let entry = signed.entry
        switch entry.author {
        case .recovery:
            guard let key = formerRecoveryKey(for: entry.action) ?? facts.recoveryKey else {
                throw LogError(.unknownAuthor, at: entry.sequence)
            }
            try signed.check(signed.signature, .logEntry, of: key)
        case .device(let id):
            guard let record = facts.active(id) ?? formerlyActive(id, for: entry.action) else {
                throw LogError(.unknownAuthor, at: entry.sequence)
            }
            if record.isRecoveryRecipient {
                guard case .revoke(id, _, _) = entry.action else {
                    throw LogError(.notPermitted, at: entry.sequence)
                }
            }
            try signed.check(signed.signature, .logEntry, of: record.signingKey)
        }
    }

    /// The key that a pending change replaced may object to it.
    private func formerRecoveryKey(for action: LogAction) -> P256PublicKey? {
        guard case .veto(let hash) = action else { return nil }
        return pending.first { $0.entry.hash == hash }?.before.recoveryKey
    }

    private func formerlyActive(_ id: DeviceID, for action: LogAction) -> DeviceRecord? {
        guard case .veto(let hash) = action else { return nil }
        return pending.first { $0.entry.hash == hash }?.before.active(id)
    }

    private mutating func take(
        _ signed: SignedLogEntry, recent: [SignedLogEntry], age: (PendingChange) -> UInt64?
    ) throws(LogError) {
        switch signed.entry.action {
        case .genesis: throw LogError(.otherAccount, at: signed.entry.sequence)
        case .add(let record): try add(record, signed)
        case .revoke(let id, let reason, let counter):
            try revoke(id, reason, lastCounter: counter, signed)
        case .replace(let id, let reason, let counter, let record):
            try replace(id, reason, lastCounter: counter, by: record, signed)
        case .setRecovery(let key): try setRecovery(key, signed)
        case .checkpoint(let lineage, let generation, let manifest):
            try checkpoint(
                .init(lineage: lineage, generation: generation, manifest: manifest), signed)
        case .veto(let hash): try veto(hash, signed, recent, age)
        case .confirm(let hash): try confirm(hash, signed, age)
        case .merge(let other, let survivors): try merge(other, survivors, signed)
        }
    }
}

extension LogJudgement {
    /// Whether a pending change brought this device in.
    func isProvisional(_ id: DeviceID) -> Bool {
        pending.contains { $0.newcomers.contains(id) }
    }

    /// The author as a device that may change the account.
    func fullDevice(_ signed: SignedLogEntry) throws(LogError) -> DeviceRecord {
        guard case .device(let id) = signed.entry.author, let record = facts.active(id),
            !isProvisional(id)
        else { throw LogError(.notPermitted, at: signed.entry.sequence) }
        return record
    }

    /// Lets a change wait; what it does is done by the caller.
    mutating func wait(
        _ signed: SignedLogEntry, _ delay: PendingChange.Delay, newcomers: Set<DeviceID> = []
    ) throws(LogError) {
        let entry = signed.entry
        guard pending.count < DeviceLog.pendingLimit else {
            throw LogError(.tooMany, at: entry.sequence)
        }
        pending.append(
            PendingChange(
                entry: LogHead(sequence: entry.sequence, hash: signed.hash), author: entry.author,
                created: entry.created, delay: delay, newcomers: newcomers, before: facts))
    }
}
