/// Keeps an app's state in secure storage, and never saves over what it could not load.
///
/// Load → hydrate → change → save. Until a load has succeeded nothing is saved (P4), whatever kept it
/// from succeeding: a locked device, damaged data, a newer app's schema, an item that is unexpectedly
/// gone. What is stored then stays byte for byte, ``status`` says why, and ``resume()`` tries again.
///
/// Changes are collected for the throttle's time and stored by one write; ``flush()`` stores at once
/// and returns when it is durable (P5). A state that is stored already costs no call. Each write
/// names the version it replaces, so that another process's state is not overwritten unread. A save
/// that failed is settled by reading before the next one writes.
///
/// The state must compare by `==` all that it encodes. Only ``wipe()`` removes (P6).
///
/// - Note: `docs/persisted-state.md` is the guide, `docs/formats/persisted-state.md` the format.
public actor StatePersistor<State: Codable & Sendable & Equatable> {
    let parts: [StatePart<State>]
    let initial: @Sendable () -> State
    let marker: FirstInstallMarker
    let options: PersistorOptions
    let board = StatusBoard()

    var machine = PersistorMachine<State>()
    var line = OperationLine()
    var stored: StoredParts
    /// A save that may have landed or not.
    var unsettled: UnsettledSave?
    /// Whether the marker has still to say that a state is stored.
    var isMarkerDue = false
    private var timer: Task<Void, Never>?
    private var timerNumber = 0

    /// Makes a persistor of a state in several parts; nothing is read before ``load()``.
    ///
    /// The first part ties the others: it says which generation of each belongs to the state. The
    /// number and order of parts are part of what is stored.
    ///
    /// - Parameters:
    ///   - parts: 1 to 16 parts, each under a key of its own.
    ///   - marker: where the first installation is told from later starts.
    ///   - options: throttle, retries, clock and reports.
    ///   - initial: the state of a first start, and what is in no part.
    /// - Throws: `INVALID_ARGUMENT` for another number of parts, two under one key, or one under the
    ///   key of another with `.before-migration` behind it.
    public init(
        parts: [StatePart<State>], marker: FirstInstallMarker,
        options: PersistorOptions = PersistorOptions(), initial: @escaping @Sendable () -> State
    ) throws(KeychainError) {
        guard (1...StateEnvelope.maximumPartCount).contains(parts.count),
            Set(parts.flatMap { [$0.key, $0.olderKey] }).count == 2 * parts.count
        else {
            throw KeychainError(
                .invalidArgument,
                "a state has 1 to 16 parts, each under keys of its own for it and its older copy")
        }
        self.parts = parts
        self.marker = marker
        self.options = options
        self.initial = initial
        stored = StoredParts(partCount: parts.count)
    }

    /// Makes a persistor of a state in one item; nothing is read before ``load()``.
    ///
    /// - Parameters:
    ///   - store: where the state is kept.
    ///   - key: the item's name; its account has at most 239 Unicode scalars.
    ///   - marker: where the first installation is told from later starts.
    ///   - protection: how to protect the item; `nil` keeps what it has, or the standard.
    ///   - schema: the form of the state.
    ///   - options: throttle, retries, clock and reports.
    ///   - initial: the state of a first start.
    /// - Throws: `INVALID_ARGUMENT` if the account is too long.
    public init(
        in store: any ItemStore, under key: ItemKey, marker: FirstInstallMarker,
        protection: ItemProtection? = nil, schema: StateSchema = .first,
        options: PersistorOptions = PersistorOptions(), initial: @escaping @Sendable () -> State
    ) throws(KeychainError) {
        let whole = try StatePart<State>(
            \.self, in: store, under: key, protection: protection, schema: schema)
        try self.init(parts: [whole], marker: marker, options: options, initial: initial)
    }

    // MARK: - What an app sees

    /// The present status.
    public nonisolated var status: PersistorStatus { board.status }

    /// The statuses, the present one first, each change after it.
    ///
    /// - Returns: a sequence that never ends by itself; who does not look keeps the newest 16.
    public nonisolated func statusUpdates() -> AsyncStream<PersistorStatus> { board.updates() }

    /// The state in memory; `nil` until a load has succeeded and after a wipe.
    public var state: State? { machine.state }

    /// Why the last save failed; `nil` once one has succeeded.
    ///
    /// While it is an error, the state in memory is not stored.
    public var saveError: KeychainError? { machine.saveError }

    // MARK: - Load and resume

    /// Loads the state, or answers with it if it is loaded already.
    ///
    /// - Returns: the stored state; the initial one on a first start and after a wipe.
    /// - Throws: the reason's error; the persistor is suspended then, and what is stored stays.
    ///   `SYSTEM_CANCELED` if the task is cancelled while it waits for a readable item.
    @discardableResult
    public func load() async throws(KeychainError) -> State {
        let task = line.enqueue { await self.performLoad() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Tries again: loads a state that could not be loaded, saves one that could not be saved.
    ///
    /// For the moment when the app comes to the foreground, and for a retry button.
    ///
    /// - Returns: the state.
    /// - Throws: as ``load()`` and ``flush()``; `INVALID_ARGUMENT` after a wipe, which only
    ///   ``load()`` ends.
    @discardableResult
    public func resume() async throws(KeychainError) -> State {
        if machine.status == .wiped, let refusal = machine.refusal { throw refusal }
        let state = try await load()
        if machine.saveError != nil { try await flush() }
        return state
    }

    // MARK: - Change and save

    /// Changes the state in memory; it is saved when the throttle's time is over.
    ///
    /// - Parameter body: changes the state.
    /// - Throws: the reason's error while nothing is loaded; the state is unchanged then.
    public func change(_ body: @Sendable (inout State) -> Void) throws(KeychainError) {
        if try machine.change(body) == .setTimer { setTimer() }
    }

    /// Replaces the state and stores it at once.
    ///
    /// - Parameter state: the new state.
    /// - Throws: as ``change(_:)`` and ``flush()``.
    public func save(_ state: State) async throws(KeychainError) {
        try change { $0 = state }
        try await flush()
    }

    /// Stores the state now if it is not stored yet.
    ///
    /// It is durable when this returns (P5). A cancelled task waits for the save like any other:
    /// there is no half of one.
    ///
    /// - Throws: the reason's error while nothing is loaded (P4); the store's error if it did not
    ///   accept the write: the old state is still stored, or, if only the answer was lost, the new
    ///   one. The conflict `versionChanged` if somebody else stored a state: suspended then.
    public func flush() async throws(KeychainError) {
        stopTimer()
        try await line.enqueue { await self.performSave() }.value.get()
    }

    /// As ``flush()``, for call sites that have nobody to tell: the failure goes to telemetry.
    ///
    /// - Returns: whether the state is stored.
    @discardableResult
    public func flushOrReport() async -> Bool {
        stopTimer()
        // The error is in telemetry by now, and in `saveError`.
        switch await line.enqueue({ await self.performSave() }).value {
        case .success: return true
        case .failure: return false
        }
    }

    // MARK: - Wipe and replace

    /// Removes the state from its stores and from memory, for a logout.
    ///
    /// Changes that are not saved yet are dropped once it succeeds. A save that is under way ends
    /// first.
    ///
    /// - Throws: what kept a store or the marker from it; if anything may be removed already, the
    ///   persistor is suspended, else it is as before and its changes are saved. Wipe again.
    public func wipe() async throws(KeychainError) {
        try await line.enqueue { await self.performWipe() }.value.get()
    }

    /// Stores a new state in the place of one whose key is lost (`KEY_INVALIDATED`), and loads it.
    ///
    /// Of several parts the lost ones are written last: as long as one is lost the replacement does
    /// not count, and can be repeated (P2). Changes that are not saved yet are dropped once it
    /// succeeds.
    ///
    /// - Parameter state: the new state, made anew by the person.
    /// - Throws: the conflict `notInvalidated` if no part is invalidated, `INVALID_ARGUMENT` if the
    ///   state cannot be encoded or is too large, else as the store. If anything may be written
    ///   already, the persistor is suspended, else it is as before and its changes are saved.
    public func replaceInvalidated(with state: State) async throws(KeychainError) {
        try await line.enqueue { await self.performReplace(state) }.value.get()
    }

    // MARK: - The timer

    func setTimer() {
        timerNumber += 1
        let number = timerNumber
        let (clock, throttle) = (options.clock, options.throttle)
        // Holds the persistor, so that a change is saved also if the app lets go of it.
        timer = Task {
            do {
                try await clock.sleep(for: throttle)
            } catch {
                // The only error of a clock's sleep: the timer was stopped.
                return
            }
            self.timerEnded(number)
        }
    }

    private func timerEnded(_ number: Int) {
        guard number == timerNumber, timer != nil else { return }
        stopTimer()
        _ = line.enqueue { await self.performSave() }
    }

    func stopTimer() {
        timer?.cancel()
        timer = nil
        machine.endTimer()
    }
}
