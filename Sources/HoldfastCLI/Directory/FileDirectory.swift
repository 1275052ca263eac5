import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// A directory of device logs in a file that several vaults share, as on a stick or a shared folder.
///
/// It is trusted as little as a server: what it gives is verified by whoever asked. It adds an entry
/// only where the whole log before it verifies and the entry follows, so that an honest tool never
/// makes a bad file worse. ``trouble`` says what the protocol's errors cannot.
final class FileDirectory: AccountDirectory {
    /// Where the logs are.
    let file: DirectoryFile
    private let queue = BlockingQueue(label: "holdfast.directory")
    private let lastTrouble = Locked<KeychainError?>(nil)

    /// Names a file, which need not be there.
    ///
    /// - Parameter file: where the logs are.
    init(_ file: DirectoryFile) {
        self.file = file
    }

    var place: DirectoryPlace { .file(file.path) }

    /// What kept the directory from its last answer, if anything did.
    var trouble: KeychainError? { lastTrouble.withLock { $0 } }

    /// The entries of an account's log from a place on, in the order in which the file has them.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - sequence: the place of the first wanted entry.
    /// - Returns: the entries; nothing about them is checked.
    /// - Throws: `unknownAccount`; `unreachable` if the file, or an entry of this account in it,
    ///   cannot be read.
    func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        let file = file
        let known = try await answer { () throws(KeychainError) in
            try Self.entries(of: account, in: try file.read())
        }
        guard !known.isEmpty else { throw .unknownAccount }
        return Array(known.drop { $0.entry.sequence < sequence })
    }

    /// Adds an entry to its account's log, or begins a log with it, durably.
    ///
    /// - Parameters:
    ///   - entry: the entry; one that is there already changes nothing.
    ///   - account: the account.
    /// - Throws: `refused` if the entry does not follow, or the log before it does not verify;
    ///   `unreachable` if the file cannot be read or written.
    func submit(_ entry: SignedLogEntry, to account: AccountID) async throws(DirectoryError) {
        let file = file
        let refusal = try await answer { () throws(KeychainError) -> KeychainError? in
            var refusal: KeychainError?
            try file.append { (content) throws(KeychainError) -> DirectoryRecord? in
                let known = try Self.entries(of: account, in: content)
                do throws(LogError) {
                    guard try Self.isNew(entry, after: known, of: account) else { return nil }
                    return .entry(account, entry.bytes)
                } catch {
                    refusal = KeychainError(log: error)
                    return nil
                }
            }
            return refusal
        }
        guard let refusal else { return }
        lastTrouble.withLock { $0 = refusal }
        throw .refused
    }

    /// The highest message counter that a device has told.
    ///
    /// - Parameter device: the device.
    /// - Returns: the counter; 0 if there is none.
    /// - Throws: `unreachable` if the file cannot be read.
    func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        let file = file
        return try await answer { () throws(KeychainError) in
            try file.read().counters[device] ?? 0
        }
    }

    /// Notes the highest message counter that a device has used; a lower one changes nothing.
    ///
    /// - Parameters:
    ///   - counter: the counter.
    ///   - device: the device.
    /// - Throws: `unreachable` if the file cannot be read or written.
    func note(_ counter: UInt64, of device: DeviceID) async throws(DirectoryError) {
        let file = file
        try await answer { () throws(KeychainError) in
            try file.append { content in
                counter > content.counters[device] ?? 0 ? .counter(device, counter) : nil
            }
        }
    }
}

extension FileDirectory {
    /// Asks the file on a thread of its own; what goes wrong is kept for ``trouble``.
    private func answer<Answer: Sendable>(
        _ body: @escaping @Sendable () throws(KeychainError) -> Answer
    ) async throws(DirectoryError) -> Answer {
        do throws(KeychainError) {
            let answer = try await queue.run(body)
            lastTrouble.withLock { $0 = nil }
            return answer
        } catch {
            lastTrouble.withLock { $0 = error }
            throw .unreachable
        }
    }

    private static func entries(
        of account: AccountID, in content: DirectoryContent
    ) throws(KeychainError) -> [SignedLogEntry] {
        do throws(WireError) {
            return try (content.entries[account] ?? []).map { (bytes) throws(WireError) in
                try SignedLogEntry(bytes)
            }
        } catch {
            throw error.reason == .newerVersion
                ? KeychainError(
                    .unsupported, "the account's log has an entry of a newer version",
                    advice: "update to that version; the file was left as it is")
                : KeychainError(
                    .dataCorrupted, "an entry of the account's log cannot be read (\(error.field))",
                    advice: "put another copy of the file in its place; it was left as it is")
        }
    }

    /// Whether an entry is to be added; `false` if the log has it.
    private static func isNew(
        _ entry: SignedLogEntry, after known: [SignedLogEntry], of account: AccountID
    ) throws(LogError) -> Bool {
        guard let first = known.first else {
            _ = try DeviceLog(genesis: entry, of: account)
            return true
        }
        var log = try DeviceLog(genesis: first, of: account)
        try log.append(contentsOf: Array(known.dropFirst()))
        if log.hashes.contains(entry.hash) { return false }
        try log.append(entry)
        return true
    }
}
