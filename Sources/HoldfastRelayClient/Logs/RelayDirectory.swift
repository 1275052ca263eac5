public import HoldfastCrypto
public import HoldfastE2EE
public import HoldfastWire

/// The device logs of a relay; they need no session, as entries are signed themselves.
public struct RelayDirectory: DeviceDirectory {
    private let caller: RelayCaller
    private var session: RelaySession?

    /// Most entries that are read of one log; a relay takes no more.
    private static let entryLimit = 100_000

    /// Takes what the directory works with.
    ///
    /// - Parameters:
    ///   - transport: carries the requests to the relay.
    ///   - patience: how often a request is made, and how long is waited.
    ///   - clock: measures the waits.
    ///   - random: draws the random part of waits.
    public init(
        over transport: any RelayTransport, patience: RelayPatience = RelayPatience(),
        clock: any Clock<Duration> = ContinuousClock(), random: any SecureRandom = SystemRandom()
    ) {
        caller = RelayCaller(
            transport: transport, patience: patience, clock: clock, random: random)
    }

    /// A directory that tells the message counter too, which a relay tells the device alone.
    ///
    /// - Parameter session: the device's session at the same relay.
    /// - Returns: the same directory with the session.
    public func asking(_ session: RelaySession) -> RelayDirectory {
        var directory = self
        directory.session = session
        return directory
    }

    /// The entries of an account's log from a place on.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - sequence: the place of the first wanted entry.
    /// - Returns: the entries in order, as the relay gives them; nothing of them is verified.
    /// - Throws: ``DirectoryError``.
    public func entries(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> [SignedLogEntry] {
        var entries: [SignedLogEntry] = []
        while entries.count < Self.entryLimit {
            let next = sequence + UInt64(entries.count)
            let page = try await page(of: account, from: next)
            guard page.account == account else { throw .unreachable }
            let part = try Self.read(page, from: next)
            entries += part
            if part.isEmpty || page.head.sequence < next + UInt64(part.count) { break }
        }
        return entries
    }

    /// Puts an entry at the end of its account's log, or begins a log with it.
    ///
    /// - Parameters:
    ///   - entry: the entry; one that is there already changes nothing.
    ///   - account: the account.
    /// - Throws: ``DirectoryError``; with `unreachable` the entry may be in the log all the same.
    public func submit(
        _ entry: SignedLogEntry, to account: AccountID
    ) async throws(DirectoryError) {
        let target = entry.entry.sequence == 0 ? "/v1/accounts" : Self.path(account)
        _ = try await call(
            caller.request(.post, target, body: entry.bytes, answerLimit: 4_096))
    }

    /// The highest message counter that the relay tells of a device.
    ///
    /// - Parameter device: the session's device.
    /// - Returns: the counter; 0 without a session, so that a database that came back from last week
    ///   is noticed by ``MessagePost`` alone.
    /// - Throws: ``DirectoryError``.
    public func messageCounter(of device: DeviceID) async throws(DirectoryError) -> UInt64 {
        guard let session else { return 0 }
        do throws(RelayError) {
            return try await session.messageCounter()
        } catch {
            throw DirectoryError(error)
        }
    }

    private func page(
        of account: AccountID, from sequence: UInt64
    ) async throws(DirectoryError) -> LogPage {
        let bytes = try await call(
            caller.request(
                .get, Self.path(account) + "?from=\(sequence)",
                answerLimit: LogPage.byteLimit + 4_096))
        do throws(WireError) {
            return try LogPage(bytes)
        } catch {
            throw .unreachable
        }
    }

    private func call(_ request: RelayHTTPRequest) async throws(DirectoryError) -> [UInt8] {
        do throws(RelayError) {
            return try await caller.call(request)
        } catch {
            throw DirectoryError(error)
        }
    }

    /// Entries that are not in their order would let a relay hand out pages without an end.
    private static func read(
        _ page: LogPage, from sequence: UInt64
    ) throws(DirectoryError) -> [SignedLogEntry] {
        var entries: [SignedLogEntry] = []
        for bytes in page.entries {
            let entry: SignedLogEntry
            do throws(WireError) {
                entry = try SignedLogEntry(bytes)
            } catch {
                throw .unreachable
            }
            guard entry.entry.sequence == sequence + UInt64(entries.count) else {
                throw .unreachable
            }
            entries.append(entry)
        }
        return entries
    }

    private static func path(_ account: AccountID) -> String {
        "/v1/accounts/\(Hex.text(account.bytes))/log"
    }
}

extension DirectoryError {
    /// What a relay's refusal is to a directory.
    init(_ error: RelayError) {
        guard case .refused(let refusal) = error else {
            self = .unreachable
            return
        }
        self =
            switch refusal.code {
            case .notFound: .unknownAccount
            case .stale, .conflict, .refusedEntry, .malformed, .tooLarge, .quota: .refused
            default: .unreachable
            }
    }
}
