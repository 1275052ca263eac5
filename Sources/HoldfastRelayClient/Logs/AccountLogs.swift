import HoldfastCore
public import HoldfastE2EE
public import HoldfastWire

/// The logs of accounts, each verified from its first entry and held against the newest place that
/// was ever known of it.
///
/// A relay can keep entries back for a while; it cannot show fewer than before, nor others.
public actor AccountLogs {
    private let directory: any DeviceDirectory
    private let memory: any HeadMemory
    private var logs: [AccountID: DeviceLog] = [:]

    /// Takes what the logs come from; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - directory: gives entries; it is trusted with nothing.
    ///   - memory: remembers the newest places.
    public init(_ directory: any DeviceDirectory, memory: any HeadMemory) {
        self.directory = directory
        self.memory = memory
    }

    /// The logs that are known now, for code that cannot wait.
    public var known: [AccountID: DeviceLog] { logs }

    /// An account's log, fetched if it is not known yet.
    ///
    /// - Parameter account: the account.
    /// - Returns: the log, as new as it was fetched last.
    /// - Throws: ``LogsError``.
    public func log(of account: AccountID) async throws(LogsError) -> DeviceLog {
        if let log = logs[account] { return log }
        return try await refresh(account)
    }

    /// Fetches what is new of an account's log.
    ///
    /// - Parameter account: the account.
    /// - Returns: the log, as the directory gives it now.
    /// - Throws: ``LogsError``; what was known stays.
    @discardableResult
    public func refresh(_ account: AccountID) async throws(LogsError) -> DeviceLog {
        let base = logs[account]
        let entries: [SignedLogEntry]
        do throws(DirectoryError) {
            entries = try await directory.entries(
                of: account, from: base.map { $0.head.sequence + 1 } ?? 0)
        } catch {
            throw .directory(account, error)
        }
        guard let log = try Self.grow(base, by: entries, of: account) else {
            throw .directory(account, .unknownAccount)
        }
        return try await take(log)
    }

    /// Takes in a log that was verified elsewhere, as from the entries of a refusal.
    ///
    /// - Parameter log: the log.
    /// - Returns: the newest log that there is now.
    /// - Throws: ``LogsError``; what was known stays.
    @discardableResult
    public func take(_ log: DeviceLog) async throws(LogsError) -> DeviceLog {
        let account = log.account
        let remembered = try await stored { () throws(KeychainError) in
            try await memory.head(of: account)
        }
        if let remembered {
            switch log.relation(to: remembered) {
            case .same, .older: break
            case .newer: throw .olderLog(account, known: remembered, shown: log.head)
            case .forked: throw .forked(account, at: remembered.sequence)
            }
        }
        if log.head != remembered {
            try await stored { () throws(KeychainError) in
                try await memory.remember(log.head, of: account)
            }
        }
        // Another call may have fetched more meanwhile.
        if let other = logs[account], other.head.sequence > log.head.sequence {
            guard other.relation(to: log.head) == .older else {
                throw .forked(account, at: log.head.sequence)
            }
            return other
        }
        logs[account] = log
        return log
    }

    private static func grow(
        _ base: DeviceLog?, by entries: [SignedLogEntry], of account: AccountID
    ) throws(LogsError) -> DeviceLog? {
        do throws(LogError) {
            if var log = base {
                try log.append(contentsOf: entries)
                return log
            }
            guard let first = entries.first else { return nil }
            var log = try DeviceLog(genesis: first, of: account)
            try log.append(contentsOf: Array(entries.dropFirst()))
            return log
        } catch {
            throw error.reason == .fork
                ? .forked(account, at: error.sequence) : .falseLog(account, error)
        }
    }

    private func stored<R>(
        _ body: () async throws(KeychainError) -> R
    ) async throws(LogsError) -> R {
        do throws(KeychainError) {
            return try await body()
        } catch {
            throw .memory(error)
        }
    }
}
