import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// A directory of device logs in memory that does what an honest server does, and lies when told to.
public final class MemoryDirectory: DeviceDirectory {
    /// What the directory does instead of answering.
    public enum Trouble: Sendable, Equatable {
        /// It does not answer.
        case unreachable
        /// It says that it knows nobody.
        case forgetful
        /// It serves only so many entries of each log.
        case cut(Int)
    }

    /// All that is true of a directory.
    struct Shelf: Sendable, Equatable {
        fileprivate var logs: [AccountID: Account] = [:]
        fileprivate var counters: [DeviceID: UInt64] = [:]
        fileprivate var trouble: Trouble?
    }

    fileprivate struct Account: Sendable, Equatable {
        var log: DeviceLog
        var entries: [SignedLogEntry]

        /// What the log says follows from the entries.
        static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
    }

    private let shelf: Locked<Shelf>

    /// Makes an empty directory.
    public init() {
        shelf = Locked(Shelf())
    }

    /// A second directory with the same logs, which goes its own way from now on.
    init(copying directory: MemoryDirectory) {
        shelf = Locked(directory.content)
    }

    /// All that is true of it now.
    var content: Shelf { shelf.withLock { $0 } }

    /// The accounts that there are, in the order of their ids.
    public var accounts: [AccountID] { shelf.withLock { $0.logs.keys.sorted() } }

    /// Makes the directory behave otherwise from now on.
    ///
    /// - Parameter trouble: what it does; `nil` for nothing out of the way.
    public func behave(_ trouble: Trouble?) {
        shelf.withLock { $0.trouble = trouble }
    }

    /// Sets the message counter that the directory has seen of a device.
    ///
    /// - Parameters:
    ///   - counter: the counter.
    ///   - device: the device.
    public func setMessageCounter(_ counter: UInt64, of device: DeviceID) {
        shelf.withLock { $0.counters[device] = counter }
    }

    /// Loses the end of an account's log, as a server does that is set up from an old backup.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - count: how many entries stay; 0 for none, so that the account is not known any more.
    public func lose(_ account: AccountID, keeping count: Int = 0) {
        shelf.withLock { shelf in
            let entries = shelf.logs.removeValue(forKey: account)?.entries ?? []
            for entry in entries.prefix(count) { _ = Self.take(entry, to: account, &shelf) }
        }
    }

    /// What an account's log says, as an honest reader verifies it.
    ///
    /// - Parameter account: the account.
    /// - Returns: the facts; `nil` if there is no such account.
    public func facts(of account: AccountID) -> LogFacts? {
        shelf.withLock { $0.logs[account]?.log.facts }
    }

    /// The entries of an account's log from a place on.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - sequence: the place of the first wanted entry.
    /// - Returns: the entries in order.
    /// - Throws: `unknownAccount`, or what the present trouble makes of it.
    public func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        try answer(of: account, from: sequence).get()
    }

    /// Puts an entry at the end of its account's log, or begins a log with it.
    ///
    /// - Parameters:
    ///   - entry: the entry; one that is there already changes nothing.
    ///   - account: the account.
    /// - Throws: `refused` if the entry does not follow, or what the present trouble makes of it.
    public func submit(
        _ entry: SignedLogEntry, to account: AccountID
    ) async throws(DirectoryError) {
        try take(entry, to: account).get()
    }

    /// The highest message counter that the directory has seen of a device.
    ///
    /// - Parameter device: the device.
    /// - Returns: the counter; 0 if none was seen.
    /// - Throws: `unreachable` while it does not answer.
    public func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        try counter(of: device).get()
    }
}

extension MemoryDirectory {
    func answer(
        of account: AccountID, from sequence: UInt64
    ) -> Result<[SignedLogEntry], DirectoryError> {
        let (known, trouble) = shelf.withLock { ($0.logs[account]?.entries, $0.trouble) }
        switch trouble {
        case .unreachable: return .failure(.unreachable)
        case .forgetful: return .failure(.unknownAccount)
        case .cut, nil: break
        }
        guard var entries = known else { return .failure(.unknownAccount) }
        if case .cut(let count) = trouble { entries = Array(entries.prefix(count)) }
        return .success(Array(entries.drop { $0.entry.sequence < sequence }))
    }

    func take(_ entry: SignedLogEntry, to account: AccountID) -> Result<Void, DirectoryError> {
        let error = shelf.withLock { Self.take(entry, to: account, &$0) }
        return error.map { .failure($0) } ?? .success(())
    }

    func counter(of device: DeviceID) -> Result<UInt64, DirectoryError> {
        let (counter, trouble) = shelf.withLock { ($0.counters[device] ?? 0, $0.trouble) }
        return trouble == .unreachable ? .failure(.unreachable) : .success(counter)
    }

    private static func take(
        _ entry: SignedLogEntry, to account: AccountID, _ shelf: inout Shelf
    ) -> DirectoryError? {
        guard shelf.trouble != .unreachable else { return .unreachable }
        do throws(LogError) {
            guard var known = shelf.logs[account] else {
                shelf.logs[account] = Account(
                    log: try DeviceLog(genesis: entry, of: account), entries: [entry])
                return nil
            }
            if known.log.hashes.contains(entry.hash) { return nil }
            try known.log.append(entry)
            known.entries.append(entry)
            shelf.logs[account] = known
            return nil
        } catch {
            return .refused
        }
    }
}
