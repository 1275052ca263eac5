public import HoldfastCore

/// A scenario's phone after the story: unlocked, nothing fails any more, the app newly started.
public struct Aftermath: Sendable {
    /// The play that is over.
    public let run: ScenarioRun
    /// A fresh process of the app.
    public let process: AppProcess
    /// The store in that process.
    public let store: any ItemStore
    /// What a read of each item of the scenario gave, in the order of
    /// ``Acknowledgements/items``.
    public let reads: [ItemRead]
    /// What the app may rely on, from before those reads.
    public let acknowledgements: Acknowledgements
    /// What happened to the phone, from the set-up on.
    public var events: [PhoneEvent] { entries.compactMap(\.event) }
    /// What was made to fail.
    public let plan: FaultPlan

    /// Every line of the trace, from the set-up on.
    let entries: [TraceEntry]

    /// What a read gave.
    public struct ItemRead: Sendable {
        /// The item.
        public let key: ItemKey
        /// The label of its value, `nil` for "there is none", or an error.
        public let outcome: Result<String?, KeychainError>
    }
}

extension Aftermath {
    /// Ends what runs, lets nothing fail any more, unlocks, and reads every item.
    static func of(_ run: ScenarioRun, _ plan: FaultPlan) async -> Aftermath {
        let entries = run.entries
        let acknowledgements = await resolved(run.acknowledgements, run.store)
        let process = calmProcess(on: run.phone)
        let store = run.store.open(in: process)
        var labels = acknowledgements
        var reads: [ItemRead] = []
        for item in acknowledgements.items {
            let outcome = await Self.read(item.key, store)
            reads.append(
                ItemRead(key: item.key, outcome: outcome.map { $0.map { labels.label($0.value) } }))
        }
        return Aftermath(
            run: run, process: process, store: store, reads: reads,
            acknowledgements: acknowledgements, plan: plan, entries: entries)
    }

    /// What a phone holds under a name, as a new process finds it once nothing fails any more.
    ///
    /// - Parameters:
    ///   - key: the item.
    ///   - phone: a phone that nobody else uses.
    ///   - store: how it is read.
    /// - Returns: the item, `nil` where there is none, or why it cannot be read.
    static func content(
        of key: ItemKey, on phone: SimulatedPhone, _ store: LabStore
    ) async -> Result<Item?, KeychainError> {
        await read(key, store.open(in: calmProcess(on: phone)))
    }

    /// Finds out which answers that there is nothing were true.
    private static func resolved(
        _ acknowledgements: Acknowledgements, _ store: LabStore
    ) async -> Acknowledgements {
        var acknowledgements = acknowledgements
        for absence in acknowledgements.absences {
            var wasTrue = false
            // A copy, because the plays that go on from one standstill share the absence.
            let phone = SimulatedPhone(copying: absence.phone)
            if case .success(nil) = await content(of: absence.item.key, on: phone, store) {
                wasTrue = true
            }
            acknowledgements.violations += absence.violations(wasTrue: wasTrue)
        }
        acknowledgements.absences = []
        return acknowledgements
    }

    private static func calmProcess(on phone: SimulatedPhone) -> AppProcess {
        phone.arm(.none)
        phone.state.withLock { $0.endProcesses() }
        phone.send(.unlock)
        phone.answerPrompts(.confirms)
        phone.send(.foreground(ScenarioRun.app))
        return phone.launch(ScenarioRun.app)
    }

    private static func read(
        _ key: ItemKey, _ store: any ItemStore
    ) async -> Result<Item?, KeychainError> {
        do {
            return .success(try await store.read(key, prompt: .standard))
        } catch {
            return .failure(error)
        }
    }
}

extension TraceEntry {
    /// What happened to the phone, if that is what the line says.
    fileprivate var event: PhoneEvent? {
        if case .event(let event) = kind { event } else { nil }
    }
}
