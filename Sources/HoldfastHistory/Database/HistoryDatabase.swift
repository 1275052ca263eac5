#if os(Linux)
public import HoldfastCore
import HoldfastCrypto

/// What was received, what is to be sent, the prekeys and the identity's entry, in one SQLite file.
///
/// They are one database because they live or die together: a prekey goes in the transaction that
/// stores the message that it opened, and an identity whose history is lost is noticed by its own
/// look at the witnesses. Each row is sealed under a key that lies in the item store, in a slot of
/// its own that no finger or face is bound to; what is missing is authenticated like what is there,
/// so that damage is an error and never "no such message" (P1). A change is one transaction (P2)
/// that is on the disk when it returns (P5).
///
/// Several objects and several processes may use one history. Making an object opens nothing.
///
/// - Note: `docs/formats/history.md` is the format.
public final class HistoryDatabase: Sendable {
    private let core: Locked<HistoryCore>
    private let wallClock: any WallClock
    private let queue = BlockingQueue(label: "holdfast.history")

    /// Takes a history's place and settings; opens nothing.
    ///
    /// - Parameter configuration: where the history is and what it works with.
    public init(_ configuration: HistoryConfiguration) {
        core = Locked(HistoryCore(configuration))
        wallClock = configuration.wallClock
    }

    /// What has become of the history.
    ///
    /// - Returns: what its file, its mark and the item store say together.
    /// - Throws: what kept one of them from answering: the item store's own error,
    ///   `KEY_INVALIDATED` if the key is gone and the file is not, `UNSUPPORTED` for a newer format,
    ///   `DATA_CORRUPTED` for damage. Nothing was changed.
    public func standing() async throws(KeychainError) -> HistoryStanding {
        try await run { (core) throws(KeychainError) in try core.standing() }
    }

    /// Makes an empty history if the folder answered that there is none.
    ///
    /// The first ``writeIdentity(_:)`` does it too. A history that is there is never replaced.
    ///
    /// - Throws: as ``standing()``, and `UNKNOWN` with an `errno` or SQLite's number if it cannot be
    ///   made.
    public func make() async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in try core.make() }
    }

    /// Whether there is no history although one was used: its files are lost.
    ///
    /// ``make()`` makes an empty one in its place: ask a person first, and say what is missing.
    ///
    /// - Returns: `false` where there is one, and where there never was.
    /// - Throws: as ``standing()``.
    public func isLost() async throws(KeychainError) -> Bool {
        try await run { (core) throws(KeychainError) in try core.isLost() }
    }

    /// Goes on with a history that is older than it was, or another than this device's last one.
    ///
    /// Until then every other call throws `DATA_CORRUPTED`: ask a person first, and say what is
    /// missing. All prekeys are given up, since some of them may have been used already; messages to
    /// them are wrapped again by their senders.
    ///
    /// - Throws: as ``standing()``; nothing was changed, or all of it.
    public func acceptStanding() async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in try core.accept() }
    }

    /// What was done without a note that would show a later loss, each once; for a log.
    ///
    /// - Returns: sentences without names, values or paths.
    /// - Throws: nothing of its own; calls that wait come first.
    public func warnings() async throws(KeychainError) -> [String] {
        try await run { (core) throws(KeychainError) in core.warnings }
    }

    /// Closes the file; the next call opens it again.
    ///
    /// - Throws: nothing of its own; calls that wait come first.
    public func close() async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in core.close() }
    }

    // MARK: - How calls run

    /// Runs a body where it may block, on the state of this object.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (HistoryCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let core = core
        return try await queue.run { () throws(KeychainError) in
            try core.withLock { (core) throws(KeychainError) in try body(core) }
        }
    }

    /// Runs a body on the verified rows.
    func reading<R: Sendable>(
        _ body: @escaping @Sendable (HistoryRows) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        try await run { (core) throws(KeychainError) in
            guard let answer = try core.reading(body) else { throw HistoryCore.noHistory }
            return answer
        }
    }

    /// Runs a body that changes rows, in one durable transaction.
    func changing<R: Sendable>(
        _ body: @escaping @Sendable (HistoryRows) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        try await run { (core) throws(KeychainError) in try core.changing(body) }
    }

    /// The present moment, for what is dated.
    var now: Int64 { wallClock.now.seconds }
}
#endif
