import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct StateSchemaTests {
    /// The state of the sample app as it was before.
    private struct Oldest: Codable, Equatable { var tok = "" }
    private struct Older: Codable, Equatable { var token = "" }
    private struct Failure: Error {}

    private let place: Place
    private let olderKey: ItemKey

    init() throws {
        place = try Place()
        olderKey = try ItemKey(service: "app", account: "state.before-migration")
    }

    private func chain(third: Int = 3) throws -> StateSchema {
        try StateSchema(
            version: third,
            migrations: [
                StateMigration(from: 1, Oldest.self) { Older(token: $0.tok) },
                StateMigration(from: 2, Older.self) { Session(token: $0.token, count: 1) },
            ], unmarkedVersion: 1)
    }

    /// Has an older version of the app store a state.
    private func store<Old: Codable & Sendable & Equatable>(
        _ old: Old, version: Int
    ) async throws -> SecretBytes {
        let steps = (1..<version).map { StateMigration(from: $0) { $0 } }
        let persistor = try StatePersistor(
            in: place.store, under: place.key, marker: place.marker(),
            schema: StateSchema(version: version, migrations: steps)
        ) { old }
        try await persistor.load()
        try await persistor.flush()
        place.store.forgetCalls()
        return try #require(try await place.store.reopened().read(place.key)).value
    }

    @Test("A chain of migrations leads from any older version to the present one")
    func migrates() async throws {
        for version in 1...2 {
            if version == 1 {
                _ = try await store(Oldest(tok: "t"), version: 1)
            } else {
                _ = try await store(Older(token: "t"), version: 2)
            }
            let persistor = try place.persistor(schema: chain())
            #expect(try await persistor.load() == Session(token: "t", count: 1))
            #expect(try await place.store.contains(olderKey) == false)
            // Stored in the new form, so a later start migrates no more.
            place.store.forgetCalls()
            #expect(
                try await place.persistor(schema: chain()).load() == Session(token: "t", count: 1))
            #expect(place.count(.write) == 0)
            try await persistor.wipe()
        }
    }

    @Test("P2: the old payload is kept until the new one is stored and was read back")
    func keepsOld() async throws {
        let old = try await store(Oldest(tok: "t"), version: 1)
        let held = HeldStore(place.store)
        let (persistor, key, olderKey) = (
            try place.persistor(over: held, schema: chain()), place.key, olderKey
        )
        let task = Task { try await persistor.load() }
        // The copy of the old payload is on its way, then the new one.
        #expect(await eventually { held.waitingCount == 1 })
        #expect(try await place.store.read(key)?.value == old)
        place.store.failNext(.remove, with: diskFull)
        held.release()
        #expect(try await task.value == Session(token: "t", count: 1))
        #expect(try await place.store.read(olderKey)?.value == old)
        #expect(place.telemetry.kinds == [.olderPayloadLeft])
        // The next start removes it.
        #expect(
            try await place.persistor(schema: chain()).load() == Session(token: "t", count: 1))
        #expect(try await place.store.contains(olderKey) == false)
    }

    @Test("P4: a new payload that does not read back as written suspends, with the old one kept")
    func readBack() async throws {
        let old = try await store(Oldest(tok: "t"), version: 1)
        let store = StrikingStore(
            base: place.store, strikes: Strikes(),
            lie: { item in
                // Of schema 3: the migrated state, with another token.
                let bytes = item.value.copyBytes()
                guard bytes[10] == 3 else { return item }
                return Item(
                    value: SecretBytes(bytes.dropLast(3) + Array("u\"}".utf8)),
                    attributes: item.attributes)
            })
        let persistor = try place.persistor(over: store, schema: chain())
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.undecodable))
        #expect(try await place.store.read(olderKey)?.value == old)
    }

    @Test("P2: a load that is cancelled does not stop its migration half-way")
    func cancelled() async throws {
        _ = try await store(Oldest(tok: "t"), version: 1)
        var striking = StrikingStore(base: place.store, strikes: Strikes())
        striking.givesUpWhenCancelled = true
        let persistor = try place.persistor(over: striking, schema: chain())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await persistor.load()
        }
        #expect(try await task.value == Session(token: "t", count: 1))
        #expect(try await place.store.contains(olderKey) == false)
    }

    @Test("P4: an item of somebody else under the copy's name suspends the migration and stays")
    func nameTaken() async throws {
        let old = try await store(Oldest(tok: "t"), version: 1)
        // Another persistor's state, as this one's own copy would look.
        let other = try StatePersistor(
            in: place.store, under: olderKey,
            marker: FirstInstallMarker(in: MemoryContainer(), named: "other")
        ) { Oldest(tok: "other") }
        try await other.load()
        try await other.flush()
        for foreign in [
            try #require(try await place.store.read(olderKey)).value, SecretBytes(Array("x".utf8)),
        ] {
            try await place.store.write(foreign, for: olderKey)
            let persistor = try place.persistor(schema: chain())
            #expect(await thrownCode { try await persistor.load() } == .invalidArgument)
            #expect(try await place.store.read(olderKey)?.value == foreign)
            #expect(try await place.store.read(place.key)?.value == old)
        }
        try await place.store.remove(olderKey)
        #expect(try await place.persistor(schema: chain()).load().token == "t")
    }

    /// Two parts of one schema, in one store.
    private func pair(
        _ round: Place, over store: any ItemStore, version: Int
    ) throws -> StatePersistor<AppState> {
        let steps = (1..<version).map { StateMigration(from: $0) { $0 } }
        let schema = try StateSchema(version: version, migrations: steps)
        var options = PersistorOptions()
        options.retries = .none
        return try StatePersistor(
            parts: [
                StatePart(\.theme, in: store, under: round.key, schema: schema),
                StatePart(
                    \.session, in: store, under: ItemKey(service: "app", account: "secret"),
                    schema: schema),
            ], marker: round.marker(), options: options
        ) { AppState() }
    }

    @Test(
        "P2: a migration of two parts that is struck anywhere goes on at the next start",
        arguments: Strikes.Blow.allCases)
    func pairFaults(blow: Strikes.Blow) async throws {
        let state = AppState(session: Session(token: "t", count: 1), theme: "dark")
        for number in 1...40 {
            let round = try Place()
            let old = try pair(round, over: round.store, version: 1)
            try await old.load()
            try await old.save(state)
            let strikes = Strikes([number: blow])
            let struck = try pair(
                round, over: StrikingStore(base: round.store, strikes: strikes), version: 2)
            _ = await thrownCode { try await struck.load() }
            let next = try pair(round, over: round.store, version: 2)
            #expect(try await next.load() == state, "call \(number)")
            #expect(try await round.store.list(service: "app").count == 2, "call \(number)")
            if strikes.count < number { return }
        }
        Issue.record("the migration never ended")
    }

    @Test("The copy of the old payload has the protection of the item")
    func copyIsProtected() async throws {
        _ = try await store(Oldest(tok: "t"), version: 1)
        let item = try #require(try await place.store.read(place.key))
        let protection = ItemProtection(accessibility: .whenUnlockedThisDeviceOnly)
        try await place.store.write(
            item.value, for: place.key, options: WriteOptions(protection: protection))
        place.store.failNext(.remove, with: diskFull)
        try await place.persistor(schema: chain()).load()
        #expect(try await place.store.attributes(of: olderKey)?.protection == protection)
    }

    @Test("P4: a migration that throws half-way suspends, and every byte stays", arguments: 1...2)
    func throwing(step: Int) async throws {
        let old = try await store(Oldest(tok: "secret-token"), version: 1)
        let steps = (1...2).map { version in
            StateMigration(from: version) { body in
                if version == step { throw Failure() }
                return body
            }
        }
        let schema = try StateSchema(version: 3, migrations: steps)
        let persistor = try place.persistor(schema: schema)
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.migrationFailed(from: step)))
        #expect(await thrownCode { try await persistor.save(Session()) } == .dataCorrupted)
        #expect(place.count(.write) == 0 && place.count(.remove) == 0)
        #expect(try await place.store.read(place.key)?.value == old)
        // A later version of the app whose migration works loads it.
        #expect(try await place.persistor(schema: chain()).load().token == "secret-token")
    }

    @Test("P4: migrations that lead to something else than the state suspend, and write nothing")
    func wrongResult() async throws {
        let old = try await store(Oldest(tok: "t"), version: 1)
        let schema = try StateSchema(version: 2, migrations: [StateMigration(from: 1) { $0 }])
        let persistor = try place.persistor(schema: schema)
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.migrationFailed(from: 1)))
        #expect(try await place.store.read(place.key)?.value == old)
        #expect(place.count(.write) == 0)
    }

    @Test("P4: a newer schema suspends and stays byte for byte")
    func newer() async throws {
        let new = try await store(Session(token: "t"), version: 2)
        let persistor = try place.persistor()
        #expect(await thrownCode { try await persistor.load() } == .unsupported)
        #expect(persistor.status == .suspended(.newerSchema(2)))
        #expect(await thrownCode { try await persistor.save(Session()) } == .unsupported)
        #expect(try await place.store.read(place.key)?.value == new)
    }

    @Test("P4: a version that is older than the chain suspends")
    func tooOld() async throws {
        _ = try await store(Oldest(tok: "t"), version: 1)
        let schema = try StateSchema(
            version: 3, migrations: [StateMigration(from: 2) { $0 }])
        let persistor = try place.persistor(schema: schema)
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.migrationFailed(from: 1)))
    }

    @Test("JSON that the app wrote before it had a persistor is taken over, if the schema says so")
    func unmarked() async throws {
        try await place.store.writeCodable(Oldest(tok: "t"), for: place.key)
        let refusing = try place.persistor()
        #expect(await thrownCode { try await refusing.load() } == .dataCorrupted)
        let persistor = try place.persistor(schema: chain())
        #expect(try await persistor.load() == Session(token: "t", count: 1))
        #expect(try await place.persistor(schema: chain()).load().token == "t")
    }

    @Test("A chain with a gap, a step twice or a step that leads nowhere is refused")
    func badChains() throws {
        let step = { StateMigration(from: $0) { $0 } }
        for (version, starts) in [
            (0, []), (3, [1]), (3, [2, 2]), (3, [3]), (2, [0, 1]), (4, [1, 3]), (Int.min, [1]),
        ] as [(Int, [Int])] {
            let error = #expect(throws: KeychainError.self) {
                try StateSchema(version: version, migrations: starts.map(step))
            }
            #expect(error?.code == .invalidArgument)
        }
        #expect(throws: KeychainError.self) { try StateSchema(version: 2, unmarkedVersion: 1) }
    }

    @Test(
        "P2: at any fault of a migration the state survives, in the old form or the new one",
        arguments: Strikes.Blow.allCases)
    func faults(blow: Strikes.Blow) async throws {
        for number in 1...20 {
            let round = try Place()
            let old = try StatePersistor(
                in: round.store, under: round.key, marker: round.marker()
            ) { Oldest(tok: "t") }
            try await old.load()
            try await old.flush()
            let strikes = Strikes([number: blow])
            let persistor = try round.persistor(
                over: StrikingStore(base: round.store, strikes: strikes), schema: chain())
            _ = await thrownCode { try await persistor.load() }
            // A try again in the same process, then a start of another one.
            _ = await thrownCode { try await persistor.resume() }
            let state = try await round.persistor(schema: chain()).load()
            #expect(state == Session(token: "t", count: 1), "call \(number)")
            if strikes.count < number { return }
        }
        Issue.record("the migration never ended")
    }
}
