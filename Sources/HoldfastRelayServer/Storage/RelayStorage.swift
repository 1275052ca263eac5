internal import HoldfastWire

/// Where a relay keeps what it is given.
///
/// Reads see what was committed. A write is acknowledged only when it is durable; several may become
/// durable together.
protocol RelayStorage: Sendable {
    /// Whether a read is short enough for a thread that polls.
    var readsAreQuick: Bool { get }

    /// Reads on the calling thread.
    ///
    /// - Parameter body: reads; sees one state of everything.
    /// - Returns: what the body returned.
    /// - Throws: ``StorageError``.
    func read<R>(
        _ body: (any RelayRecords) throws(StorageError) -> R
    ) throws(StorageError) -> R

    /// Writes on the storage's own thread, wholly or not at all.
    ///
    /// - Parameters:
    ///   - body: reads and writes; may run again if the storage lost it.
    ///   - done: receives what the body returned once that is durable, or why nothing was done.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any RelayRecords) throws(StorageError) -> R,
        done: @escaping @Sendable (Result<R, StorageError>) -> Void)

    /// Tells other relays on the same storage that something came for some devices; soon, and not for
    /// certain.
    func announce(_ inboxes: [InboxName])

    /// Starts to hear what other relays on the same storage tell.
    ///
    /// - Parameter heard: runs on a thread of the storage's.
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    func listen(_ heard: @escaping @Sendable (InboxNews) -> Void) throws(RelayFailure)

    /// Finishes what waits, and closes everything.
    func close()
}

/// What a relay reads and writes within one transaction.
///
/// Everything is under an account first, so that accounts can lie on different machines.
protocol RelayRecords: AccountRecords, PrekeyRecords, MessageRecords, BackupRecords {}
