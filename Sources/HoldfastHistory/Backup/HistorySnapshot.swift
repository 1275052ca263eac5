#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// One state of a history, as long as the object lives: what a backup reads.
///
/// It has a connection of its own, so that the history goes on meanwhile; its log is not emptied
/// before the snapshot is let go.
final class HistorySnapshot: Sendable {
    private let state: Locked<State>
    private let queue = BlockingQueue(label: "holdfast.history.snapshot")

    /// Used under the lock, by one thread at a time.
    private final class State {
        let core: HistoryCore
        var rows: HistoryRows?
        var isBegun = false

        init(_ core: HistoryCore) { self.core = core }
    }

    init(_ configuration: HistoryConfiguration) {
        state = Locked(State(HistoryCore(configuration)))
    }

    /// Runs a body on the rows of the state; the first call settles which state it is.
    ///
    /// - Returns: `nil` if there was no history.
    /// - Throws: as ``HistoryDatabase/standing()``; `DATA_CORRUPTED` for a history that is lost, or
    ///   older than it was: a backup of that would take the place of a good one.
    func reading<R: Sendable>(
        _ body: @escaping @Sendable (HistoryRows) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R? {
        let state = state
        return try await queue.run { () throws(KeychainError) in
            try state.withLock { (state) throws(KeychainError) -> R? in
                guard let rows = try Self.rows(state) else { return nil }
                return try body(rows)
            }
        }
    }

    private static func rows(_ state: State) throws(KeychainError) -> HistoryRows? {
        if state.isBegun { return state.rows }
        let rows = try state.core.hold()
        if rows == nil, try state.core.isLost() {
            throw KeychainError(
                .dataCorrupted, "the history is lost, and a backup would lose it too",
                advice: "restore the messages from the backup before a new one is made")
        }
        (state.rows, state.isBegun) = (rows, true)
        return rows
    }
}
#endif
