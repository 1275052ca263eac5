#if canImport(CSQLite)
internal import CSQLite

/// A layer under SQLite that notes each change of the disk, and can answer with errors.
///
/// Test equipment: nothing in the product opens a file through it. It passes every call on to the platform's own VFS, so locks, shared memory and files are real.
/// The log is what ``PowerLoss`` makes damaged disks from. To use it, name it in
/// ``Connection/Options/vfs``. It must outlive each connection that uses it.
///
/// Files without a name (SQLite's temporary ones) and the `-shm` file, which no reopening reads,
/// are not recorded.
///
/// - Note: https://www.sqlite.org/vfs.html
// Sendable: `vfs` and `zName` are written in `init` and freed in `deinit` only, SQLite keeps its list of VFSes
// behind its own mutex, and what changes in between is in `Recorder`, which has a lock.
package final class RecordingVFS: @unchecked Sendable {
    /// The name under which SQLite knows it.
    package let name: String
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let zName: UnsafeMutablePointer<CChar>
    private let context: RecordingContext

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
        vfs = .allocate(capacity: 1)
        name = "holdfast-recording-\(UInt(bitPattern: vfs))"
        context = RecordingContext(real: real, powersafeOverwrite: powersafeOverwrite)
        let text = name.utf8CString
        zName = .allocate(capacity: text.count)
        for (index, character) in text.enumerated() {
            zName.advanced(by: index).initialize(to: character)
        }
        vfs.initialize(to: context.makeVFS(zName: zName))
        let code = sqlite3_vfs_register(vfs, 0)
        if code != SQLITE_OK { throw SQLiteError(code: code, during: "register VFS") }
    }

    deinit {
        precondition(
            context.recorder.withState { state in state.openFileCount } == 0,
            "a recording VFS must outlive its connections, which still call it")
        sqlite3_vfs_unregister(vfs)
        zName.deallocate()
        vfs.deallocate()
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
