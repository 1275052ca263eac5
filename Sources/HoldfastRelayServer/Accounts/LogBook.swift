#if os(Linux)
internal import HoldfastWire
internal import Synchronization

/// The logs that were used last, verified, so that one more entry costs its own signatures alone.
final class LogBook: Sendable {
    private let known = Mutex<[AccountID: KnownLog]>([:])
    private static let most = 512

    /// An account's log up to the newest entry that is stored; nil if there is no such account.
    func current(_ account: AccountID, _ relay: Relay) throws(RelayRefusal) -> KnownLog? {
        let head = try relay.read { (records) throws(StorageError) in
            try records.head(of: account)
        }
        guard let head else { return nil }
        var log = known.withLock { $0[account] }
        // Another process may have a log that this one has not; one that is ahead is no log of ours.
        if let found = log?.log.head, found.sequence > head.sequence { log = nil }
        while log?.log.head != head {
            log = try extended(log, account, relay)
        }
        if let log { keep(log) }
        return log
    }

    /// Keeps a log for the next time.
    func keep(_ log: KnownLog) {
        known.withLock { known in
            if known.count >= Self.most, known[log.log.account] == nil {
                // Which ones go is chance: the order of a dictionary.
                for key in known.keys.prefix(Self.most / 2) { known[key] = nil }
            }
            known[log.log.account] = log
        }
    }

    private func extended(
        _ log: KnownLog?, _ account: AccountID, _ relay: Relay
    ) throws(RelayRefusal) -> KnownLog {
        let next = log.map { $0.log.head.sequence + 1 } ?? 0
        let page = try relay.read { (records) throws(StorageError) in
            try records.entries(of: account, from: next, atMost: 256, byteCount: 1 << 20)
        }
        guard !page.isEmpty else {
            throw relay.failed("a stored log ends before its head")
        }
        do {
            var log = log
            for stored in page {
                let entry = try SignedLogEntry(stored.bytes)
                if log == nil {
                    log = try KnownLog(entry, received: stored.received)
                } else {
                    try log?.append(entry, received: stored.received)
                }
            }
            guard let log else { throw relay.failed("a stored log is empty") }
            return log
        } catch let refusal as RelayRefusal {
            throw refusal
        } catch {
            throw relay.failed("a stored log does not verify")
        }
    }
}
#endif
