public import HoldfastCore
public import HoldfastCrypto
import HoldfastRecovery

/// One play of a scenario: its phone, its app, and the record of what the app was told.
public final class ScenarioRun: Sendable {
    /// The app whose life is played.
    public static let app = AppIdentifier("org.example.chat")

    let store: LabStore
    private let skippedSteps: Set<Int>
    private let state: Locked<State>

    struct State: Sendable {
        var phone: SimulatedPhone
        var directory = MemoryDirectory()
        /// What a set-up has backed up; a body only reads it, so that all plays can share it.
        let backups = MemoryBackupTarget()
        var record = Acknowledgements()
        var operations: [AppOperation] = []
        var optionalSteps: [String] = []
        var earlierEntries: [TraceEntry] = []
        /// The phone after the last write of each item in a set-up; `nil` in a body.
        var landings: [ItemKey: SimulatedPhone]? = [:]
        /// Whether a body has named values by a closure.
        var isNamedAnew = false
    }

    init(on phone: SimulatedPhone, with store: LabStore) {
        self.store = store
        skippedSteps = []
        state = Locked(State(phone: phone))
    }

    /// A play that goes on where a set-up ended, on a phone of its own.
    init(continuing run: ScenarioRun, skipping steps: Set<Int>) {
        store = run.store
        skippedSteps = steps
        var start = run.state.withLock { $0 }
        start.phone = SimulatedPhone(copying: start.phone)
        start.directory = MemoryDirectory(copying: start.directory)
        start.earlierEntries += start.phone.trace
        start.landings = nil
        start.phone.forgetTrace()
        start.operations = []
        start.record.beginBody()
        state = Locked(start)
    }

    /// A play that goes on where another's life ended, on a phone of its own.
    init(resuming run: ScenarioRun) {
        store = run.store
        skippedSteps = run.skippedSteps
        var start = run.state.withLock { $0 }
        start.phone = SimulatedPhone(copying: start.phone)
        start.directory = MemoryDirectory(copying: start.directory)
        if start.phone.traceCount > 0 {
            start.earlierEntries += start.phone.trace
            start.phone.forgetTrace()
        }
        state = Locked(start)
    }

    /// The phone.
    public var phone: SimulatedPhone { state.withLock { $0.phone } }

    /// The server that keeps the device logs of accounts; each play has its own.
    public var directory: MemoryDirectory { state.withLock { $0.directory } }

    /// Where the person's backups are.
    var backups: MemoryBackupTarget { state.withLock { $0.backups } }

    /// What the app has been told so far.
    public var acknowledgements: Acknowledgements { state.withLock { $0.record } }

    /// Starts a process of the app and opens the store in it.
    ///
    /// Before the first unlock Android starts no app that is not direct-boot aware
    /// (``AndroidProfile/isDirectBootAware``): the process is then dead from the beginning.
    ///
    /// - Parameter inForeground: whether the person opened the app; else the system started it.
    /// - Returns: the store, which records what the app asks and is told.
    public func launch(inForeground: Bool = true) -> any ItemStore {
        launchProcess(inForeground: inForeground).store
    }

    /// Starts a process of the app, for a story that also needs the app's folder or ends the process.
    ///
    /// - Parameter inForeground: whether the person opened the app; else the system started it.
    /// - Returns: the process, and the store as ``launch(inForeground:)`` gives it.
    public func launchProcess(
        inForeground: Bool = true
    ) -> (process: AppProcess, store: any ItemStore) {
        let phone = phone
        if inForeground { phone.send(.foreground(Self.app)) }
        let process = phone.launch(Self.app)
        if !process.isAlive { phone.note("the system does not start it before the first unlock") }
        let recorded = RecordingStore(base: store.open(in: process), process: process, run: self)
        return (process, recorded)
    }

    /// Lets something happen to the phone.
    ///
    /// - Parameter event: what happens.
    public func send(_ event: PhoneEvent) {
        phone.send(event)
    }

    /// A value that stories call by its text.
    ///
    /// - Parameter label: what it is called, in a few words; also its bytes.
    /// - Returns: the value.
    public func value(_ label: String) -> SecretBytes {
        let value = SecretBytes(utf8: label)
        state.withLock { $0.record.name(value, label) }
        return value
    }

    /// A step that the story can do without; the explorer leaves it out where a loss does not
    /// need it.
    ///
    /// - Parameters:
    ///   - step: what it is, in a few words.
    ///   - body: the step.
    /// - Throws: what the step throws.
    public func optionally(_ step: String, _ body: () async throws -> Void) async rethrows {
        let number = state.withLock { state in
            state.optionalSteps.append(step)
            return state.optionalSteps.count
        }
        if !skippedSteps.contains(number) { try await body() }
    }

    /// Says that the app saves nothing from now on, or does again: a save in between breaks P4.
    ///
    /// - Parameter isSuspended: whether saving is suspended.
    public func suspendSaving(_ isSuspended: Bool) {
        state.withLock { $0.record.isSavingSuspended = isSuspended }
    }

    /// Says that no process may write an item unless the store has answered it what is there: a
    /// write in between breaks P3.
    ///
    /// - Parameter key: the item.
    public func requireReadBeforeWrite(_ key: ItemKey) {
        state.withLock { $0.record.requireReadBeforeWrite(key) }
    }

    /// Names values that an app makes itself, for the stories; two with one name count as the same.
    ///
    /// - Parameter naming: gives a value's name, or `nil` for a value that it does not know.
    public func nameValues(by naming: @escaping @Sendable (SecretBytes) -> String?) {
        state.withLock { state in
            state.record.naming = naming
            if state.landings == nil { state.isNamedAnew = true }
        }
    }

    /// Says that the app believes now that a value is stored: P5 is broken if it is not.
    ///
    /// - Parameters:
    ///   - label: the value's name.
    ///   - key: the item.
    ///   - process: the process that believes it; what a dead one believes does not count.
    public func believesStored(_ label: String, under key: ItemKey, in process: AppProcess) {
        guard process.isAlive else { return }
        state.withLock { $0.record.believesStored(label, key) }
    }

    /// Goes on with another phone, on which a backup was restored.
    ///
    /// - Parameter phone: the phone on which the app lives from now on.
    public func move(to phone: SimulatedPhone) {
        state.withLock { state in
            if state.phone !== phone { state.earlierEntries += state.phone.trace }
            state.phone = phone
        }
    }

    /// Says that what happened takes an item for good: an app that reads it may be told
    /// "there is none" or `KEY_INVALIDATED`.
    ///
    /// - Parameter key: the item.
    public func mayBeGone(_ key: ItemKey) {
        state.withLock { $0.record.mayBeGone(key) }
    }

    /// Ends a life of the app: every process of it, and what the system keeps for processes.
    func endLife() {
        phone.state.withLock { $0.comeToStandstill() }
    }

    /// What everything depends on that can still come; nobody runs.
    var standstill: Standstill? { state.withLock { Standstill($0) } }

    /// The lines of the trace, from the set-up on.
    var entries: [TraceEntry] { state.withLock { $0.earlierEntries + $0.phone.trace } }

    /// The optional steps that the play has met.
    var optionalSteps: [String] { state.withLock { $0.optionalSteps } }

    /// What the app asked, in order.
    var operations: [AppOperation] { state.withLock { $0.operations } }
}

extension ScenarioRun {
    /// Notes that the app asks something; `nil` if its process is dead.
    func begin(_ question: AppOperation.Question, _ process: AppProcess) -> Int? {
        guard process.isAlive else { return nil }
        return state.withLock { state in
            let named = state.record.begin(
                question, process: process.number, operation: state.operations.count)
            state.phone.note("the app \(named)")
            let operation = AppOperation(
                question: question, text: named, process: process.number,
                entries: state.phone.traceCount..<state.phone.traceCount)
            state.operations.append(operation)
            return state.operations.count - 1
        }
    }

    /// Notes what the app was told, which counts only if it lives to hear it.
    func answer(
        _ operation: Int?, _ answer: AppOperation.Answer, _ process: AppProcess
    ) {
        guard let operation, process.isAlive else { return }
        state.withLock { state in
            let question = state.operations[operation].question
            let place = Acknowledgements.Place(
                process: process.number, operation: operation, phone: state.phone,
                earlierEntries: state.earlierEntries)
            let text = state.record.answer(question, answer, place)
            state.operations[operation].answer = text
            state.phone.note("the app is told: \(text)")
        }
    }

    /// Notes that nothing more of an operation is to come.
    func end(_ operation: Int?) {
        guard let operation else { return }
        state.withLock { state in
            let first = state.operations[operation].entries.lowerBound
            state.operations[operation].entries = first..<max(first, state.phone.traceCount)
            if case .write(let key, _) = state.operations[operation].question.asWrite {
                state.landings?[key] = SimulatedPhone(copying: state.phone)
            }
        }
    }

    /// Notes which items the set-up believes to be stored and are not.
    func findWhatNeverLanded() async {
        let landings = state.withLock { $0.landings ?? [:] }
        for item in acknowledgements.items {
            guard item.acknowledgedValue != nil, let phone = landings[item.key],
                case .success(nil) = await Aftermath.content(of: item.key, on: phone, store)
            else { continue }
            state.withLock { $0.record.change(item.key) { $0.hasNeverLanded = true } }
        }
    }
}
