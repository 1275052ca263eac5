#if canImport(CSQLite)
internal import CSQLite
internal import Synchronization

/// The memory of a ``RecordingVFS``: its log and the faults to come, behind one lock.
final class Recorder: Sendable {
    struct State: Sendable {
        private(set) var log: [StorageOperation] = []
        var faults: [InjectedFault] = []
        private var current: [String: StorageOperation.FileID] = [:]
        private var generations: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Runs a short piece of work with the state.
    func withState<R>(_ body: (inout State) -> sending R) -> sending R {
        state.withLock { state in body(&state) }
    }

    /// Does one call of SQLite, or fails it as planned.
    ///
    /// The lock is held over the effect, so that the log's order is the order of the effects, also
    /// between connections.
    func perform(
        _ call: InjectedFault.Call, on path: String, _ effect: (inout State) -> Int32
    ) -> Int32 {
        state.withLock { state in
            let fault = state.takeFault(call, on: path)
            if let fault, fault.moment == .beforeEffect { return fault.code }
            let code = effect(&state)
            return code == SQLITE_OK ? fault?.code ?? code : code
        }
    }
}

extension Recorder.State {
    /// Adds to the log.
    mutating func record(_ operation: StorageOperation) { log.append(operation) }

    /// The file that now has a name, as far as the recording knows.
    func file(at path: String) -> StorageOperation.FileID? { current[path] }

    /// Gives a name to a new file.
    mutating func newFile(at path: String) -> StorageOperation.FileID {
        let generation = generations[path, default: 0]
        generations[path] = generation + 1
        let file = StorageOperation.FileID(path: path, generation: generation)
        current[path] = file
        return file
    }

    /// Records that a name is gone, if the recording knows the file.
    mutating func removeFile(at path: String, folderToo: Bool) {
        guard let file = current.removeValue(forKey: path) else { return }
        record(.remove(file, folderToo: folderToo))
    }

    /// Counts a call against the planned faults, and answers with the one that is due.
    fileprivate mutating func takeFault(
        _ call: InjectedFault.Call, on path: String
    ) -> InjectedFault? {
        var due: InjectedFault?
        for index in faults.indices
        where faults[index].call == call && path.hasSuffix(faults[index].pathSuffix) {
            faults[index].ordinal -= 1
            if faults[index].ordinal == 0, due == nil { due = faults[index] }
            // One that persists is due at the next call again.
            if faults[index].ordinal == 0, faults[index].persists { faults[index].ordinal = 1 }
        }
        faults.removeAll { fault in fault.ordinal == 0 }
        return due
    }
}
#endif
