import HoldfastCore

/// A process of an app that keeps its state in the store: the app of the state scenarios.
struct StateApp {
    /// How the app keeps its state.
    enum Kind: Sendable {
        /// In one item, with ``StatePersistor``.
        case whole
        /// In two items, with ``StatePersistor``: what it shows, and the secret.
        case pair
        /// In one item, with ``NaivePersistor``.
        case naive
    }

    private let run: ScenarioRun
    private let process: AppProcess
    private let keeper: any StateKeeping
    private let keys: [ItemKey]

    init(_ run: ScenarioRun, _ kind: Kind, inForeground: Bool = true) throws(KeychainError) {
        self.run = run
        let launched = run.launchProcess(inForeground: inForeground)
        process = launched.process
        keys = try kind.keys
        keeper = try kind.keeper(over: launched.store, in: process)
    }

    /// Whether the process runs.
    var isAlive: Bool { process.isAlive }

    /// Loads the state; what is then in memory must be what is stored.
    func start() async throws(KeychainError) {
        try await keeper.load()
    }

    /// Changes the state and saves it, tries a second time, and believes what it is told.
    func save(_ label: String) async throws(KeychainError) {
        do {
            try await keeper.change(to: AppState(label))
        } catch {
            // As an app does when it comes to the foreground again.
            try await keeper.load()
            try await keeper.change(to: AppState(label))
        }
        guard await keeper.label() == label else { return }
        for key in keys { run.believesStored(label, under: key, in: process) }
    }

    /// The process ends without a word.
    func crash() {
        run.phone.note("the process of the app is ended")
        process.kill()
    }
}

extension StateApp.Kind {
    /// Where the state is kept; the first ties the others.
    var keys: [ItemKey] {
        get throws(KeychainError) {
            let service = ScenarioRun.app.name
            let state = try ItemKey(service: service, account: "state")
            guard self == .pair else { return [state] }
            return [state, try ItemKey(service: service, account: "session")]
        }
    }

    /// Opens the state as an app's start does.
    func keeper(
        over store: any ItemStore, in process: AppProcess
    ) throws(KeychainError) -> any StateKeeping {
        let keys = try keys
        switch self {
        case .naive:
            return NaiveKeeper(NaivePersistor(in: store, under: keys[0], initial: AppState()))
        case .whole, .pair:
            return PersistorKeeper(try persistor(over: store, in: process))
        }
    }

    /// A persistor whose timer never rings, so that only the story saves.
    private func persistor(
        over store: any ItemStore, in process: AppProcess
    ) throws(KeychainError) -> StatePersistor<AppState> {
        let keys = try keys
        var options = PersistorOptions()
        options.clock = ManualClock()
        options.retries = .none
        options.random = ProcessRandom(process: process)
        let protection = KeyUse.background.protection
        let parts: [StatePart<AppState>] =
            self == .pair
            ? [
                try StatePart(\.draft, in: store, under: keys[0], protection: protection),
                try StatePart(\.session, in: store, under: keys[1], protection: protection),
            ] : [try StatePart(\.self, in: store, under: keys[0], protection: protection)]
        return try StatePersistor(
            parts: parts, marker: FirstInstallMarker(in: process.appFolder, named: "state"),
            options: options
        ) { AppState() }
    }
}
