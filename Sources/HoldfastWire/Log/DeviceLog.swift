import HoldfastCrypto

/// An account's device log, verified entry by entry from the first one.
///
/// A relay can keep entries back; it cannot make, change, drop or re-order one without being
/// noticed, as each is signed by whoever the log lets do it, and names the one before it.
/// Checking one more entry costs its own signatures and none of the earlier ones again.
public struct DeviceLog: Sendable {
    /// The account.
    public let account: AccountID
    /// The name of each entry, in order.
    public private(set) var hashes: [EntryHash]
    /// The entries from the oldest pending change on, which undoing it plays again.
    private var recent: [SignedLogEntry] = []
    private var judgement = LogJudgement()

    /// How many changes can wait at a time.
    static let pendingLimit = 16

    /// Verifies a log's first entry.
    ///
    /// - Parameters:
    ///   - genesis: the entry.
    ///   - account: the account whose log it should be, where that is known; `nil` to learn it.
    /// - Throws: ``LogError``.
    public init(
        genesis: SignedLogEntry, of account: AccountID? = nil
    ) throws(LogError) {
        let entry = genesis.entry
        guard case .genesis(let record, let recovery) = entry.action, entry.sequence == 0 else {
            throw LogError(.wrongSequence, at: entry.sequence)
        }
        let hash = genesis.hash
        guard entry.account == nil, entry.previous == .none,
            account?.bytes ?? hash.bytes == hash.bytes
        else { throw LogError(.otherAccount, at: 0) }
        guard entry.author == .device(record.id) else { throw LogError(.unknownAuthor, at: 0) }
        guard !record.isRecoveryRecipient else { throw LogError(.notPermitted, at: 0) }
        try genesis.check(genesis.signature, .logEntry, of: record.signingKey)
        self.account = AccountID(genesis: hash)
        hashes = [hash]
        judgement.facts.takeIn(record, at: 0)
        judgement.facts.recoveryKey = recovery
    }

    /// What the log says now.
    public var facts: LogFacts { judgement.facts }

    /// What holds and can still be undone, oldest first.
    public var pending: [PendingChange] { judgement.pending }

    /// The newest entry.
    public var head: LogHead {
        LogHead(sequence: UInt64(hashes.count - 1), hash: hashes[hashes.count - 1])
    }

    /// Verifies the next entry and takes it in.
    ///
    /// - Parameters:
    ///   - signed: the entry.
    ///   - age: how many seconds ago, by the verifier's own clock, it first saw a pending change;
    ///     `nil` where it saw it only now, so that the times in the entries are all there is.
    /// - Throws: ``LogError``; the log is as it was.
    public mutating func append(
        _ signed: SignedLogEntry, age: (PendingChange) -> UInt64? = { _ in nil }
    ) throws(LogError) {
        let entry = signed.entry
        guard entry.account == account else {
            throw LogError(.otherAccount, at: entry.sequence)
        }
        guard entry.sequence == head.sequence + 1 else {
            throw LogError(.wrongSequence, at: entry.sequence)
        }
        guard entry.previous == head.hash else { throw LogError(.fork, at: entry.sequence) }
        try judgement.apply(signed, recent: recent, age: age)
        hashes.append(signed.hash)
        recent.append(signed)
        dropSettled()
    }

    /// Verifies entries from the first one on, or from the newest known one on.
    ///
    /// - Parameters:
    ///   - entries: the entries, in order.
    ///   - age: as for ``append(_:age:)``.
    /// - Throws: ``LogError`` of the first entry that does not follow; the ones before it are in.
    public mutating func append(
        contentsOf entries: [SignedLogEntry], age: (PendingChange) -> UInt64? = { _ in nil }
    ) throws(LogError) {
        for entry in entries { try append(entry, age: age) }
    }

    /// Entries before the oldest pending change are never played again.
    private mutating func dropSettled() {
        guard let oldest = pending.first?.entry.sequence else { return recent = [] }
        recent.removeAll { $0.entry.sequence < oldest }
    }
}
