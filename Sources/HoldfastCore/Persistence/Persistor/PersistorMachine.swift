/// What a persistor knows and decides; waits for nothing and calls nobody.
///
/// | phase | `change` | a save | `resume` |
/// | --- | --- | --- | --- |
/// | loading | refused | refused | loads |
/// | ready | changes, sets a timer | stores what differs from what landed | saves what is unsaved |
/// | suspended | refused | refused (P4) | loads |
/// | wiped | refused | refused | refused |
struct PersistorMachine<State: Sendable & Equatable>: Sendable {
    /// What the persistor does with the answer to a change.
    enum AfterChange: Equatable {
        case nothing
        case setTimer
    }

    private(set) var status = PersistorStatus.loading
    /// What the app works with; `nil` until a load has succeeded.
    private(set) var state: State?
    /// Why the last save failed, until one succeeds.
    private(set) var saveError: KeychainError?
    /// The comparison record: what is known to be stored, never what is on its way.
    private(set) var landed: State?
    private var hasTimer = false

    /// Why nothing can be changed or saved now; `nil` in the phase `ready`.
    var refusal: KeychainError? {
        switch status {
        case .ready: nil
        case .suspended(let reason): reason.error
        case .loading: KeychainError(.invalidArgument, "the state is not loaded yet")
        case .wiped:
            KeychainError(.invalidArgument, "the state was wiped; load it to start anew")
        }
    }

    // MARK: - Load

    mutating func beginLoad() {
        status = .loading
    }

    /// A load succeeded; the proof is an answer of the store.
    ///
    /// - Parameters:
    ///   - proof: the store's answer about the first part.
    ///   - state: what was decoded from it, or the initial state.
    ///   - isStored: whether the store holds just that.
    mutating func hydrate(_ proof: AnsweredRead, _ state: State, isStored: Bool) {
        status = .ready
        self.state = state
        landed = isStored ? state : nil
        saveError = nil
    }

    /// Something is stored that is not known: nothing is saved from now on (P4).
    mutating func suspend(_ reason: SuspensionReason) {
        status = .suspended(reason)
        landed = nil
    }

    // MARK: - Change

    mutating func change(
        _ body: (inout State) -> Void
    ) throws(KeychainError) -> AfterChange {
        if let refusal { throw refusal }
        guard var changed = state else {
            throw KeychainError(.invalidArgument, "the state is not loaded yet")
        }
        // Not in place: a copy while two owners hold it would be made anyway.
        state = nil
        body(&changed)
        state = changed
        guard !hasTimer, changed != landed else { return .nothing }
        hasTimer = true
        return .setTimer
    }

    // MARK: - Save

    /// The timer ran out or was stopped; the next change sets a new one.
    mutating func endTimer() {
        hasTimer = false
    }

    /// - Returns: what to store; `nil` if that is what is stored.
    /// - Throws: why nothing may be stored.
    func stateToSave() throws(KeychainError) -> State? {
        if let refusal { throw refusal }
        return state == landed ? nil : state
    }

    /// - Returns: that a timer is due if the state was changed while it was being saved, and
    ///   ``change(_:)`` saw no need of one: back to what was stored before.
    mutating func saved(_ state: State) -> AfterChange {
        landed = state
        saveError = nil
        guard !hasTimer, self.state != landed else { return .nothing }
        hasTimer = true
        return .setTimer
    }

    /// A save did not end well: it is not known what is stored, so the same state is tried again.
    mutating func saveFailed(_ error: KeychainError) {
        landed = nil
        saveError = error
    }

    // MARK: - Wipe

    mutating func wiped() {
        self = PersistorMachine()
        status = .wiped
    }

    /// An older state was put back: nothing is loaded, and the next load finds out what it is.
    mutating func restored() {
        self = PersistorMachine()
    }
}
