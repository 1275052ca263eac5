import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// The state of a small app.
struct Session: Codable, Sendable, Equatable {
    var token = ""
    var count = 0
}

/// A state whose secret and plain halves lie in different stores.
struct AppState: Codable, Sendable, Equatable {
    var session = Session()
    var theme = "light"
    /// In no part: not kept.
    var draft = ""
}

/// A place with a store and a marker, as one installation of an app has it.
struct Place: Sendable {
    let store: MemoryStore
    let container: any AppContainer
    let key: ItemKey
    let clock = ManualClock()
    let telemetry = RecordedTelemetry()

    init(
        isAtomic: Bool = true, container: any AppContainer = MemoryContainer()
    ) throws {
        var capabilities = StoreCapabilities.memory
        capabilities.hasAtomicUpdate = isAtomic
        store = MemoryStore(capabilities: capabilities)
        self.container = container
        key = try ItemKey(service: "app", account: "state")
    }

    /// A persistor as a fresh start of the app has it.
    func persistor(
        over other: (any ItemStore)? = nil, schema: StateSchema = .first,
        retries: RetryBudget = .none
    ) throws -> StatePersistor<Session> {
        var options = PersistorOptions()
        options.clock = clock
        options.retries = retries
        options.telemetry = telemetry
        options.category = "session"
        return try StatePersistor(
            in: other ?? store, under: key, marker: marker(), schema: schema, options: options
        ) { Session() }
    }

    func marker() throws -> FirstInstallMarker {
        try FirstInstallMarker(in: container, named: "session")
    }

    /// Makes a state be stored by a start before this one.
    func hold(_ state: Session) async throws {
        let persistor = try persistor()
        try await persistor.load()
        try await persistor.save(state)
        store.forgetCalls()
    }

    func count(_ operation: MemoryStore.Operation) -> Int {
        store.calls.filter { $0.operation == operation }.count
    }
}

/// Telemetry that remembers.
final class RecordedTelemetry: PersistenceTelemetry {
    private let recorded = Locked<[PersistenceEvent]>([])

    var events: [PersistenceEvent] { recorded.withLock { $0 } }
    var kinds: [PersistenceEvent.Kind] { events.map(\.kind) }

    func record(_ event: PersistenceEvent) {
        recorded.withLock { $0.append(event) }
    }
}

/// Something that is set once and can be asked from anywhere.
final class Flag: Sendable {
    private let state = Locked(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

let locked = KeychainError(
    .interactionNotAllowed, "locked", nativeDomain: "NSOSStatusErrorDomain", nativeCode: -25308)
let diskFull = KeychainError(.unknown, "full", nativeDomain: "errno", nativeCode: 28)

/// Waits, without a delay, until other tasks have made something true.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<200_000 {
        if try await condition() { return true }
        await Task.yield()
    }
    return false
}

/// The code that a body throws; `nil` if it throws nothing or something that is no store's error.
func thrownCode<Answer>(_ body: () async throws -> Answer) async -> KeychainError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? KeychainError)?.code
    }
}
