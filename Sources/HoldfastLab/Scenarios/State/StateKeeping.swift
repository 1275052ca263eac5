import HoldfastCore

/// How an app keeps its state: the part that differs between a good app and a bad one.
protocol StateKeeping: Sendable {
    /// Loads the state at a start, or again after it could not be loaded.
    func load() async throws(KeychainError)

    /// The state changes, and the app waits until it believes that it is stored.
    func change(to state: AppState) async throws(KeychainError)

    /// The label of what the app works with; `nil` if it has nothing to work with.
    func label() async -> String?
}

/// The app that this package advises.
struct PersistorKeeper: StateKeeping {
    private let persistor: StatePersistor<AppState>

    init(_ persistor: StatePersistor<AppState>) {
        self.persistor = persistor
    }

    func load() async throws(KeychainError) { try await persistor.resume() }

    func change(to state: AppState) async throws(KeychainError) { try await persistor.save(state) }

    func label() async -> String? { await persistor.state?.label }
}

/// The app that most apps are: see ``NaivePersistor``.
struct NaiveKeeper: StateKeeping {
    private let persistor: NaivePersistor<AppState>

    init(_ persistor: NaivePersistor<AppState>) {
        self.persistor = persistor
    }

    func load() async { await persistor.load() }

    func change(to state: AppState) async { await persistor.change { $0 = state } }

    func label() async -> String? { await persistor.state.label }
}
