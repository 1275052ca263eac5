public import HoldfastCore

/// KNOWN BAD: a persistor that starts empty when it cannot read, and saves over what it did not read.
///
/// It is what most apps have: an error of the read and "no such item" are both "start with the
/// initial state", a failed write is remembered as done, and nothing tells a later start from the
/// first one (breaks P1, P4). It is here so that the tests and the explorer can show that they find
/// it.
public actor NaivePersistor<State: Codable & Sendable & Equatable> {
    private let store: any ItemStore
    private let key: ItemKey
    private let initial: State
    private var lastSaved: State?

    /// What the app works with.
    public private(set) var state: State

    /// Takes a store.
    ///
    /// - Parameters:
    ///   - store: where the state is kept.
    ///   - key: the item's name.
    ///   - initial: the state to start with if nothing can be read.
    public init(in store: any ItemStore, under key: ItemKey, initial: State) {
        self.store = store
        self.key = key
        self.initial = initial
        state = initial
    }

    /// Loads the state, or starts with the initial one.
    public func load() async {
        // The mistake that this persistor shows: an error is dropped as if nothing were stored.
        state = (try? await store.readCodable(State.self, key)) ?? initial
    }

    /// Changes the state and saves it.
    ///
    /// - Parameter body: changes the state.
    public func change(_ body: @Sendable (inout State) -> Void) async {
        body(&state)
        guard state != lastSaved else { return }
        lastSaved = state
        // The second mistake: a write that failed counts as done, and nobody hears of it.
        _ = try? await store.writeCodable(state, for: key)
    }
}
