import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("Putting back what a migration has replaced")
struct StateRestoreTests {
    private struct Oldest: Codable, Equatable { var tok = "" }

    private let place: Place
    private let olderKey: ItemKey
    private let state = AppState(session: Session(token: "t", count: 1), theme: "dark")

    init() throws {
        place = try Place()
        olderKey = try ItemKey(service: "app", account: "state.before-migration")
    }

    private static func schema() throws -> StateSchema {
        try StateSchema(
            version: 2,
            migrations: [StateMigration(from: 1, Oldest.self) { Session(token: $0.tok) }],
            unmarkedVersion: 1)
    }

    private func oldPersistor() throws -> StatePersistor<Oldest> {
        try StatePersistor(in: place.store, under: place.key, marker: place.marker()) {
            Oldest(tok: "t")
        }
    }

    /// Two parts of one schema, in one store; the first one's migration writes another theme.
    private func pair(
        _ round: Place, over store: any ItemStore, version: Int
    ) throws -> StatePersistor<AppState> {
        let themes =
            version == 1 ? [] : [StateMigration(from: 1) { _ in SecretBytes(utf8: "\"new\"") }]
        let sessions = version == 1 ? [] : [StateMigration(from: 1) { $0 }]
        var options = PersistorOptions()
        options.retries = .none
        return try StatePersistor(
            parts: [
                StatePart(
                    \.theme, in: store, under: round.key,
                    schema: StateSchema(version: version, migrations: themes)),
                StatePart(
                    \.session, in: store, under: ItemKey(service: "app", account: "secret"),
                    schema: StateSchema(version: version, migrations: sessions)),
            ], marker: round.marker(), options: options
        ) { AppState() }
    }

    @Test("P2: a migrated state goes back to its older payload, for an app of the older schema")
    func goesBack() async throws {
        let old = try oldPersistor()
        try await old.load()
        try await old.flush()
        place.store.failNext(.remove, with: diskFull)
        let migrated = try place.persistor(schema: Self.schema())
        try await migrated.load()
        try await migrated.save(Session(token: "later"))
        try await migrated.restoreBeforeMigration()
        #expect(migrated.status == .loading)
        #expect(await migrated.state == nil)
        #expect(await thrownCode { try await migrated.save(Session()) } == .invalidArgument)
        #expect(try await place.store.contains(olderKey) == false)
        #expect(try await oldPersistor().load() == Oldest(tok: "t"))
        // The same app migrates it again.
        #expect(try await migrated.load() == Session(token: "t"))
    }

    @Test("P2: text from before the app had a persistor goes back byte for byte")
    func unmarked() async throws {
        try await place.store.writeCodable(Oldest(tok: "t"), for: place.key)
        let before = try await place.store.read(place.key)?.value
        place.store.failNext(.remove, with: diskFull)
        let migrated = try place.persistor(schema: Self.schema())
        try await migrated.load()
        #expect(try await place.store.read(place.key)?.value != before)
        try await migrated.restoreBeforeMigration()
        #expect(try await place.store.read(place.key)?.value == before)
    }

    @Test("P4: without a copy of its own nothing is put back, and nothing is removed")
    func nothingThere() async throws {
        let persistor = try place.persistor()
        #expect(
            await thrownCode { try await persistor.restoreBeforeMigration() } == .invalidArgument)
        try await persistor.load()
        try await persistor.save(Session(token: "t"))
        let foreign = SecretBytes(utf8: "somebody else's")
        try await place.store.write(foreign, for: olderKey)
        #expect(
            await thrownCode { try await persistor.restoreBeforeMigration() } == .invalidArgument)
        #expect(persistor.status == .ready)
        #expect(try await place.store.read(olderKey)?.value == foreign)
        #expect(try await place.persistor().load() == Session(token: "t"))
    }

    @Test("P2: a copy that is no state is not put back")
    func damagedCopy() async throws {
        let old = try oldPersistor()
        try await old.load()
        try await old.flush()
        place.store.failNext(.remove, with: diskFull)
        let migrated = try place.persistor(schema: Self.schema())
        try await migrated.load()
        let new = try await place.store.read(place.key)?.value
        // Begins like a state of the present format and goes on otherwise.
        let damaged = SecretBytes(Array("HFST".utf8) + [1, 9, 9])
        try await place.store.write(damaged, for: olderKey)
        #expect(
            await thrownCode { try await migrated.restoreBeforeMigration() } == .dataCorrupted)
        #expect(try await place.store.read(place.key)?.value == new)
        #expect(migrated.status == .ready)
    }

    @Test(
        "P2: struck anywhere, a restoration leaves a whole state, and another one ends it",
        arguments: Strikes.Blow.allCases)
    func faults(blow: Strikes.Blow) async throws {
        for number in 1...40 {
            let round = try Place()
            let old = try pair(round, over: round.store, version: 1)
            try await old.load()
            try await old.save(state)
            round.store.failNext(.remove, with: diskFull)
            try await pair(round, over: round.store, version: 2).load()
            let strikes = Strikes([number: blow])
            let struck = try pair(
                round, over: StrikingStore(base: round.store, strikes: strikes), version: 2)
            _ = await thrownCode { try await struck.restoreBeforeMigration() }
            let again = try pair(round, over: round.store, version: 2)
            let code = await thrownCode { try await again.restoreBeforeMigration() }
            // Once it is done there is no copy any more.
            #expect(code == nil || code == .invalidArgument, "call \(number)")
            let next = try pair(round, over: round.store, version: 1)
            #expect(try await next.load() == state, "call \(number)")
            #expect(try await round.store.list(service: "app").count == 2, "call \(number)")
            if strikes.count < number { return }
        }
        Issue.record("the restoration never ended")
    }
}
