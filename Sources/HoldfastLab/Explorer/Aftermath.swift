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
    public let events: [PhoneEvent]
    /// What was made to fail.
    public let plan: FaultPlan

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
        let phone = run.phone
        let events = run.events
        let acknowledgements = run.acknowledgements
        phone.arm(.none)
        phone.state.withLock { $0.endProcesses() }
        phone.send(.unlock)
        phone.answerPrompts(.confirms)
        phone.send(.foreground(ScenarioRun.app))
        let process = phone.launch(ScenarioRun.app)
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
            acknowledgements: acknowledgements,
            events: events, plan: plan)
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
