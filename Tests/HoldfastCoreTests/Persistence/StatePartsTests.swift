import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Chosen parts of a state in different stores.
@Suite struct StatePartsTests {
    private let secrets = MemoryStore()
    private let plain = MemoryStore()
    private let container = MemoryContainer()
    private let key: ItemKey
    private let state = AppState(session: Session(token: "t", count: 1), theme: "dark")

    init() throws {
        key = try ItemKey(service: "app", account: "state")
    }

    private func persistor(
        firstOver other: (any ItemStore)? = nil
    ) throws -> StatePersistor<AppState> {
        var options = PersistorOptions()
        options.retries = .none
        return try StatePersistor(
            parts: [
                StatePart(\.theme, in: other ?? plain, under: key),
                StatePart(
                    \.session, in: secrets, under: ItemKey(service: "app", account: "session")),
            ], marker: FirstInstallMarker(in: container, named: "app"), options: options
        ) { AppState() }
    }

    private func sessionKey() throws -> ItemKey {
        try ItemKey(service: "app", account: "session")
    }

    private func hold(_ state: AppState) async throws {
        let persistor = try persistor()
        try await persistor.load()
        try await persistor.save(state)
        secrets.forgetCalls()
        plain.forgetCalls()
    }

    @Test("Each part is in its own store, and what is in no part is not kept")
    func parts() async throws {
        var draft = state
        draft.draft = "not kept"
        try await hold(draft)
        #expect(try await persistor().load() == state)
        #expect(try await secrets.list(service: nil).map(\.key) == [sessionKey()])
        #expect(try await plain.list(service: nil).map(\.key) == [key])
        let shown = try #require(try await plain.read(key)).value.copyBytes()
        #expect(!String(decoding: shown, as: UTF8.self).contains("token"))
    }

    @Test("A save writes the parts that differ, the first part last")
    func writesWhatDiffers() async throws {
        try await hold(state)
        let persistor = try persistor()
        try await persistor.load()
        secrets.forgetCalls()
        plain.forgetCalls()
        try await persistor.change { $0.draft = "in no part" }
        try await persistor.flush()
        #expect(secrets.calls.isEmpty && plain.calls.isEmpty)
        try await persistor.change { $0.theme = "light" }
        try await persistor.flush()
        #expect(secrets.calls.isEmpty)
        #expect(plain.calls.map(\.operation) == [.write])
        try await persistor.change { $0.session.count = 2 }
        try await persistor.flush()
        #expect(secrets.calls.map(\.operation) == [.write])
        #expect(plain.calls.map(\.operation) == [.write, .write])
        #expect(try await self.persistor().load().session.count == 2)
    }

    @Test("P2: a pair of which only one half was written is noticed, and the old pair is loaded")
    func halfWritten() async throws {
        try await hold(state)
        let persistor = try persistor()
        try await persistor.load()
        plain.failNext(.write, with: diskFull)
        let new = AppState(session: Session(token: "t2", count: 2), theme: "light")
        #expect(await thrownCode { try await persistor.save(new) } == .unknown)
        // A start after a death at this point.
        #expect(try await self.persistor().load() == state)
        // The process that lives on saves it.
        try await persistor.flush()
        #expect(try await self.persistor().load() == new)
    }

    @Test("P4: halves that do not belong together suspend and stay")
    func mixed() async throws {
        try await hold(state)
        let older = try #require(try await secrets.read(sessionKey())).value
        for count in 2...4 {
            try await hold(AppState(session: Session(token: "t", count: count), theme: "dark"))
        }
        try await secrets.write(older, for: sessionKey())
        let persistor = try persistor()
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.incomplete))
        #expect(await thrownCode { try await persistor.save(self.state) } == .dataCorrupted)
        #expect(try await secrets.read(sessionKey())?.value == older)
    }

    @Test("P4: a part that is gone suspends, whichever it is")
    func partMissing() async throws {
        try await hold(state)
        let (theme, session) = (
            try #require(try await plain.read(key)).value,
            try #require(try await secrets.read(sessionKey())).value
        )
        try await secrets.remove(sessionKey())
        let one = try persistor()
        #expect(await thrownCode { try await one.load() } == .dataCorrupted)
        #expect(one.status == .suspended(.incomplete))
        try await secrets.write(session, for: sessionKey())
        try await plain.remove(key)
        let other = try persistor()
        #expect(await thrownCode { try await other.load() } == .dataCorrupted)
        #expect(other.status == .suspended(.missing))
        try await plain.write(theme, for: key)
        #expect(try await other.resume() == state)
    }

    @Test("P4: what an older installation left in one store suspends until it is wiped")
    func reinstalled() async throws {
        try await hold(state)
        try await plain.remove(key)
        try container.removeFile("holdfast-state-app")
        let persistor = try persistor()
        #expect(await thrownCode { try await persistor.load() } == .dataCorrupted)
        #expect(persistor.status == .suspended(.incomplete))
        #expect(try await secrets.contains(sessionKey()))
        try await persistor.wipe()
        #expect(try await persistor.load() == AppState())
    }

    @Test("A lost key of one part is replaced together with the other part")
    func replaceInvalidated() async throws {
        try await hold(state)
        secrets.invalidate(try sessionKey(), reason: .biometricsChanged)
        let persistor = try persistor()
        #expect(await thrownCode { try await persistor.load() } == .keyInvalidated)
        let new = AppState(session: Session(token: "new"), theme: "dark")
        try await persistor.replaceInvalidated(with: new)
        #expect(await persistor.state == new)
        #expect(try await self.persistor().load() == new)
    }

    @Test(
        "P2: a replacement of which only one half was written does not count, and can be repeated")
    func halfReplaced() async throws {
        try await hold(state)
        let persistor = try persistor()
        try await persistor.load()
        try await persistor.change { $0.theme = "unsaved" }
        secrets.invalidate(try sessionKey(), reason: .keyLost)
        plain.failNext(.write, with: diskFull)
        let new = AppState(session: Session(token: "new"), theme: "new")
        #expect(await thrownCode { try await persistor.replaceInvalidated(with: new) } == .unknown)
        // The change is not stored, and it shows.
        #expect(persistor.status == .suspended(.unreadable(diskFull)))
        let other = try self.persistor()
        #expect(await thrownCode { try await other.load() } == .keyInvalidated)
        try await other.replaceInvalidated(with: new)
        #expect(try await persistor.resume() == new)
    }

    @Test("P2: first saves of two processes at once never leave a half of each")
    func twoFirstSaves() async throws {
        let held = HeldStore(plain)
        let one = try persistor(firstOver: held)
        try await one.load()
        let state = state
        let save = Task { try await one.save(state) }
        #expect(await eventually { held.waitingCount == 1 })
        // The other one overwrites the second part, and dies before the first part.
        let other = try persistor()
        try await other.load()
        plain.failNext(.write, with: diskFull)
        let foreign = AppState(session: Session(token: "other"), theme: "other")
        #expect(await thrownCode { try await other.save(foreign) } == .unknown)
        held.release()
        try await save.value
        let last = try persistor()
        #expect(await thrownCode { try await last.load() } == .dataCorrupted)
        #expect(last.status == .suspended(.incomplete))
    }

    @Test("A state has at least one part, and no two under one key")
    func badParts() throws {
        let marker = try FirstInstallMarker(in: container, named: "app")
        let part = try StatePart(\AppState.theme, in: plain, under: key)
        let beside = try StatePart(
            \AppState.session, in: secrets,
            under: ItemKey(service: "app", account: "state.before-migration"))
        for parts in [
            [], [part, part], Array(repeating: part, count: 17), [part, beside], [beside, part],
        ] {
            let error = #expect(throws: KeychainError.self) {
                try StatePersistor(parts: parts, marker: marker) { AppState() }
            }
            #expect(error?.code == .invalidArgument)
        }
        let long = try ItemKey(service: "app", account: String(repeating: "a", count: 240))
        #expect(throws: KeychainError.self) {
            try StatePart(\AppState.theme, in: plain, under: long)
        }
        for name in ["", "a/b", "a b", String(repeating: "a", count: 49), "é"] {
            #expect(throws: KeychainError.self) {
                try FirstInstallMarker(in: container, named: name)
            }
        }
    }
}
