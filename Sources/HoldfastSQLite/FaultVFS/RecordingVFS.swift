#if canImport(CSQLite)
internal import CSQLite

/// A layer under SQLite that notes each change of the disk, and can answer with errors.
///
/// Test equipment: nothing in the product opens a file through it. It passes every call on to the platform's own VFS, so locks, shared memory and files are real.
/// The log is what ``PowerLoss`` makes damaged disks from. To use it, name it in
/// ``Connection/Options/vfs``. Over it lies the product's own layer, which joins writes of the log:
/// what is recorded is what the product would ask of the system. A connection that is open
/// already can outlive it.
///
/// Files without a name (SQLite's temporary ones) and the `-shm` file, which no reopening reads,
/// are not recorded.
///
/// - Note: https://www.sqlite.org/vfs.html
// Sendable: `context` is constant after `init` but for its recorder, which has a lock, and SQLite
// keeps its list of VFSes behind its own mutex.
package final class RecordingVFS: @unchecked Sendable {
    /// The name under which SQLite knows it.
    package let name: String
    private let context: RecordingContext
    private let joined: JoinedLogVFS

    /// Registers a new recording layer, with an empty log.
    ///
    /// - Parameter powersafeOverwrite: Whether SQLite is told that a write torn by power loss
    ///   damages no byte outside it, as the platform's own VFS says. Without it, SQLite pads its
    ///   write-ahead log to whole sectors.
    /// - Throws: ``SQLiteError`` if there is no VFS to pass calls on to, or no memory.
    package init(powersafeOverwrite: Bool = true) throws(SQLiteError) {
        guard let real = sqlite3_vfs_find(nil) else {
            throw SQLiteError(code: SQLITE_ERROR, during: "find VFS")
        }
        context = RecordingContext(real: real, powersafeOverwrite: powersafeOverwrite)
        joined = JoinedLogVFS(over: context.vfs, name: context.name + "-joined")
        context.joined = joined
        name = joined.name
        let code = joined.register()
        if code != SQLITE_OK { throw SQLiteError(code: code, during: "register VFS") }
    }

    deinit {
        // No connection can be opened from here on; the files that are open keep the context.
        joined.unregister()
    }

    /// Everything that happened so far, in order.
    package var log: [StorageOperation] { context.recorder.withState { state in state.log } }

    /// Adds a note to the log, such as "this write has been acknowledged".
    package func mark(_ note: String) {
        context.recorder.withState { state in state.record(.mark(note)) }
    }

    /// Plans an error.
    package func inject(_ fault: InjectedFault) {
        context.recorder.withState { state in state.faults.append(fault) }
    }

    /// The planned errors that are still to come; one that persists is never used up.
    package var faultsToCome: [InjectedFault] {
        context.recorder.withState { state in state.faults }
    }

    /// Forgets all planned errors.
    package func clearFaults() {
        context.recorder.withState { state in state.faults = [] }
    }
}
#endif
