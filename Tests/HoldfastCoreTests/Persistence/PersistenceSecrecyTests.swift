import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Everything that persistence says to anybody, searched for what it must not say.
@Suite struct PersistenceSecrecyTests {
    private static let secret = "s3cr3t-t0k3n"
    private static let name = "acc0unt-nam3"
    private static let service = "s3rvic3-nam3"

    private final class Heard: PersistenceTelemetry {
        private let texts = Locked<[String]>([])
        var all: [String] { texts.withLock { $0 } }

        func say(_ thing: Any) {
            var text = "\(thing) \(String(reflecting: thing)) "
            dump(thing, to: &text)
            if let error = thing as? KeychainError { text += error.message + error.recovery }
            texts.withLock { $0.append(text) }
        }

        func record(_ event: PersistenceEvent) { say(event) }
    }

    /// A type whose decoder quotes what it read, as the standard library's does.
    private struct Picky: Codable, Sendable, Equatable {
        var token = PersistenceSecrecyTests.secret

        init() {}

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode([String: String].self)
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "cannot use \(text)"))
        }
    }

    private let heard = Heard()
    private let store: MemoryStore
    private let container = MemoryContainer()
    private let key: ItemKey

    init() throws {
        var capabilities = StoreCapabilities.memory
        capabilities.hasAtomicUpdate = false
        store = MemoryStore(capabilities: capabilities)
        key = try ItemKey(service: Self.service, account: Self.name)
    }

    private func persistor<State: Codable & Sendable & Equatable>(
        _ initial: State, schema: StateSchema = .first
    ) throws -> StatePersistor<State> {
        var options = PersistorOptions()
        options.retries = .none
        options.telemetry = heard
        let heard = heard
        let gate = WriteGate(store, telemetry: heard) { heard.say($0) }
        return try StatePersistor(
            in: gate, under: key, marker: FirstInstallMarker(in: container, named: "app"),
            schema: schema, options: options
        ) { initial }
    }

    private func hear<Answer>(_ body: () async throws -> Answer) async {
        do {
            _ = try await body()
        } catch {
            heard.say(error)
        }
    }

    @Test("P10: no value, key or payload is in any error, status, event or description")
    func scan() async throws {
        let state = Session(token: Self.secret, count: 1)
        let persistor = try persistor(state)
        await hear { try await persistor.load() }
        for operation in [MemoryStore.Operation.write, .read] {
            store.failNext(operation, with: diskFull)
            await hear { try await persistor.save(state) }
            await hear { try await persistor.flush() }
        }
        await hear { try await persistor.save(Session(token: Self.secret, count: 2)) }
        heard.say(persistor.status)
        heard.say(persistor)
        try await suspensions()
        store.failNext(.remove, with: locked)
        await hear { try await persistor.wipe() }
        let writer = BestEffortWriter(store, category: "draft", telemetry: heard)
        store.failNext(.write, with: locked)
        _ = await writer.write(SecretBytes(utf8: Self.secret), for: key)
        let remote = GateSwitch(telemetry: heard)
        remote.apply(false)
        heard.say(WriteGate(store).counts)

        #expect(heard.all.count >= 15)
        for word in [Self.secret, Self.name, Self.service, "acc0unt", "token"] {
            #expect(!heard.all.contains { $0.contains(word) }, "something says what it must not")
        }
    }

    /// Loads that fail in every way in which something has been read.
    private func suspensions() async throws {
        let picky = try persistor(Picky())
        await hear { try await picky.load() }
        heard.say(picky.status)
        let throwing = StateMigration(from: 1, [String: String].self) { old -> [String: String] in
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "cannot use \(old)"))
        }
        let failing = try persistor(
            Session(), schema: StateSchema(version: 2, migrations: [throwing]))
        await hear { try await failing.load() }
        heard.say(failing.status)
        let other = try persistor(Session())
        await hear { try await other.load() }
        await hear { try await other.save(Session(token: Self.secret, count: 77)) }
        let loser = try persistor(Session())
        await hear { try await loser.load() }
        await hear { try await other.save(Session(token: Self.secret, count: 78)) }
        await hear { try await loser.save(Session(token: Self.secret, count: 79)) }
        heard.say(loser.status)
    }

    @Test("P10: the scan would find a secret that is said")
    func scanFinds() {
        heard.say(Session(token: Self.secret, count: 1))
        #expect(heard.all.contains { $0.contains(Self.secret) })
    }
}
