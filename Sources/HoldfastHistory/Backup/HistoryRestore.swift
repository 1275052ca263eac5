#if os(Linux)
public import HoldfastCore
import HoldfastCrypto
public import HoldfastRecovery
public import HoldfastWire

/// Restores a backup into a history and an item store.
///
/// What is staged lies in a file beside the history, sealed as the history is, and a process that dies
/// leaves it for the next one. ``switchOver()`` puts the messages into the history in one transaction:
/// before it all is as it was, after it all is restored (P2). Items and contacts follow; a death in
/// between is gone on with by ``settle()``. Nothing that was there is replaced or removed: messages
/// are put behind those that are there, items beside them.
public final class HistoryRestore: RestoreStaging {
    private let core: Locked<RestoreCore>
    private let contents: ItemContents
    private let queue = BlockingQueue(label: "holdfast.history.restore")

    /// Names where to restore to; nothing is opened.
    ///
    /// - Parameters:
    ///   - history: the history; it is made by the last step if there is none.
    ///   - contents: where items and contacts go.
    public init(into history: HistoryConfiguration, _ contents: ItemContents) {
        core = Locked(RestoreCore(history))
        self.contents = contents
    }

    /// Finishes a restore whose last step a death interrupted: what an app calls when it starts.
    ///
    /// - Returns: whether there was one.
    /// - Throws: what kept the item store from writing; call it again.
    @discardableResult
    public func settle() async throws(KeychainError) -> Bool {
        guard try await run({ (core) throws(KeychainError) in try core.isSettling() }) else {
            return false
        }
        try await putItems()
        return true
    }

    /// Whether the history holds a conversation.
    ///
    /// - Returns: `false` also where items are: they are in nobody's way.
    /// - Throws: as ``HistoryDatabase/standing()``, and as ``settle()``.
    public func isOccupied() async throws(KeychainError) -> Bool {
        try await settle()
        return try await run { (core) throws(KeychainError) in try core.isOccupied() }
    }

    /// Begins to stage a generation, or goes on with it.
    ///
    /// - Parameter generation: the generation.
    /// - Returns: how many pieces of it are staged already.
    /// - Throws: what kept the file from being made; `KEY_INVALIDATED` if the key of one that is there
    ///   is gone.
    public func begin(_ generation: KnownGeneration) async throws(KeychainError) -> Int {
        try await settle()
        return try await run { (core) throws(KeychainError) in try core.begin(generation) }
    }

    /// Stages the records of a piece, durably.
    ///
    /// - Parameters:
    ///   - records: the records, all of one table.
    ///   - piece: the number of those that were staged before.
    ///   - slot: the device's place that had them.
    /// - Throws: `INVALID_ARGUMENT` for a piece out of turn; `UNKNOWN` with SQLite's number, as for a
    ///   full disk. The pieces before stay staged.
    public func stage(
        _ records: [BackupRecord], piece: Int, of slot: SlotID
    ) async throws(KeychainError) {
        try await run { (core) throws(KeychainError) in
            try core.stage(records, piece: piece, of: slot)
        }
    }

    /// How many records of a table were staged of a device's place, read back from the file.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - slot: the device's place.
    /// - Returns: the number.
    /// - Throws: `DATA_CORRUPTED` for a staged piece that cannot be opened.
    public func count(
        of table: BackupTable, in slot: SlotID
    ) async throws(KeychainError) -> UInt64 {
        try await run { (core) throws(KeychainError) in try core.count(of: table, in: slot) }
    }

    /// Puts what is staged in its place.
    ///
    /// - Throws: what kept the history from writing, or the item store from answering: all is as it
    ///   was before. What kept a single item from being written, once the messages are there: the
    ///   restore stands, and ``settle()`` goes on with the items.
    public func switchOver() async throws(KeychainError) {
        try await settle()
        // Every record is understood, and the store answers, before anything changes.
        try await requireStore()
        try await forEachPiece(trying: true)
        try await run { (core) throws(KeychainError) in try core.mergeMessages() }
        try await putItems()
    }

    /// What has become of the items and contacts that this object has put in.
    ///
    /// - Returns: `nil` before ``switchOver()`` has come so far.
    /// - Throws: nothing of its own; calls that wait come first.
    public func restoredItems() async throws(KeychainError) -> RestoredItems? {
        try await run { (core) throws(KeychainError) in core.items }
    }

    /// Drops what is staged: the person has thought better of it.
    ///
    /// - Throws: what kept the file from being removed.
    public func abandon() async throws(KeychainError) {
        try await settle()
        try await run { (core) throws(KeychainError) in try core.drop() }
    }

    private func requireStore() async throws(KeychainError) {
        _ = try await contents.store.list(service: contents.contactsService)
    }

    private func putItems() async throws(KeychainError) {
        let items = try await forEachPiece(trying: false)
        try await run { (core) throws(KeychainError) in try core.finish(items) }
    }

    @discardableResult
    private func forEachPiece(trying: Bool) async throws(KeychainError) -> RestoredItems {
        var restore = ItemRestore(into: contents, isTrial: trying)
        let count = try await run { (core) throws(KeychainError) in try core.pieceCount() }
        for number in 0..<count {
            let piece = try await run { (core) throws(KeychainError) in try core.piece(number) }
            try await restore.take(piece.records)
        }
        try restore.end()
        return restore.outcome
    }

    private func run<R: Sendable>(
        _ body: @escaping @Sendable (RestoreCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let core = core
        return try await queue.run { () throws(KeychainError) in
            try core.withLock { (core) throws(KeychainError) in try body(core) }
        }
    }
}
#endif
