public import HoldfastWire

/// One thing that happened to an account's devices, as its log tells it: what the person's other
/// devices and the contacts are told.
///
/// None of it changes the account's safety number or what a contact has verified.
public struct AccountChange: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// A device has begun the account.
        case began(DeviceRecord)
        /// A device came in, in a place of its own.
        case added(DeviceRecord)
        /// A device took the place of another one, with its name and its verification; the other
        /// one is out.
        case replaced(DeviceID, by: DeviceRecord, reason: RemovalReason)
        /// A device is out; the name is the one that it had.
        case removed(DeviceID, name: String?, reason: RemovalReason)
        /// The recovery phrase is another one, or there is none any more.
        case recoveryChanged(hasPhrase: Bool)
        /// An earlier change was undone.
        case undone(EntryHash)
        /// An earlier change was said to be right.
        case confirmed(EntryHash)
        /// The recovery phrase has ended a fork.
        case merged
    }

    /// Where in the log.
    public let entry: LogHead
    /// When, in seconds since 1970, as the author says.
    public let created: Int64
    /// What happened.
    public let kind: Kind
    /// Who vouches for it.
    public let continuity: Continuity
    /// Whether it still waits: the account's devices can object.
    public let canBeUndone: Bool

    /// What happened in a log after a place; checkpoints of backups are left out.
    ///
    /// - Parameters:
    ///   - entries: the log's entries from its first one on; what is not the log's is not read.
    ///   - log: the log that was verified from them.
    ///   - head: the place that was known before.
    /// - Returns: the changes, oldest first; empty if the place is the log's newest, or not in it.
    public static func changes(
        in entries: [SignedLogEntry], of log: DeviceLog, after head: LogHead
    ) -> [AccountChange] {
        guard log.relation(to: head) == .older else { return [] }
        return zip(entries, log.hashes).dropFirst(Int(head.sequence) + 1).compactMap {
            entry, hash in entry.hash == hash ? AccountChange(entry, log) : nil
        }
    }

    private init?(_ signed: SignedLogEntry, _ log: DeviceLog) {
        guard let kind = Kind(signed.entry.action, log.facts) else { return nil }
        let head = LogHead(sequence: signed.entry.sequence, hash: signed.hash)
        entry = head
        created = signed.entry.created
        self.kind = kind
        continuity = Continuity(signed.entry, log.facts)
        canBeUndone = log.pending.contains { $0.entry == head }
    }
}

extension AccountChange.Kind {
    fileprivate init?(_ action: LogAction, _ facts: LogFacts) {
        switch action {
        case .genesis(let record, _): self = .began(record)
        case .add(let record): self = .added(record)
        case .replace(let old, let reason, _, let record):
            self = .replaced(old, by: record, reason: reason)
        case .revoke(let device, let reason, _):
            self = .removed(device, name: facts.members[device]?.record.name, reason: reason)
        case .setRecovery(let key): self = .recoveryChanged(hasPhrase: key != nil)
        case .veto(let hash): self = .undone(hash)
        case .confirm(let hash): self = .confirmed(hash)
        case .merge: self = .merged
        case .checkpoint: return nil
        }
    }
}
