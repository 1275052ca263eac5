import CrashSupport
// region: app
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// The app's own code: it keeps a person's session.
struct SessionKeeper {
    let store: any ItemStore
    static func key() throws(KeychainError) -> ItemKey {
        try ItemKey(service: "org.example.chat", account: "session")
    }
    func renew(_ token: SecretBytes) async throws(KeychainError) {
        try await store.write(token, for: Self.key(), options: .for(.background))
    }
}

@Test(arguments: PhoneSystem.allCases)
func aSessionSurvivesWhateverFails(system: PhoneSystem) async throws {
    let renewal = Scenario("renewal", story: "The session is renewed.") { run in
        try await SessionKeeper(store: run.launch()).renew(run.value("old session"))
    } body: { run in
        try await SessionKeeper(store: run.launch()).renew(run.value("new session"))
    }
    let result = try await Explorer().explore(
        renewal, on: system.profile, with: .good(on: system))
    #expect(result.findings.isEmpty, "\(result)")
}
// endregion

/// The code that `docs/testing-your-app.md` shows is code that is compiled and run.
@Suite struct TestingYourAppPageTests {
    @Test("docs/testing-your-app.md shows the example above")
    func snippet() throws {
        let example = try PageExample(
            of: "docs/testing-your-app.md", region: "app",
            in: "Tests/HoldfastLabTests/Explorer/TestingYourAppTests.swift")
        #expect(example.shown == example.compiled)
    }

    @Test("The example finds what a store that deletes first would lose")
    func canFail() async throws {
        let renewal = Scenario("renewal", story: "The session is renewed.", on: [.iOS]) { run in
            try await SessionKeeper(store: run.launch()).renew(run.value("old session"))
        } body: { run in
            try await SessionKeeper(store: run.launch()).renew(run.value("new session"))
        }
        let result = try await Explorer().explore(renewal, on: .iPhone(), with: .deleteThenAdd)
        let lost = try #require(result.findings.first)
        #expect(lost.violation.promise == .oldOrNew)
        #expect(lost.violation.lostValue == "old session")
    }

    @Test("P3: an app that writes over what it could not read is found where the story says so")
    func blindOverwrite() async throws {
        for saysSo in [false, true] {
            let careless = Scenario("careless", story: "An error is taken for a first start.") {
                run in
                try await SessionKeeper(store: run.launch()).renew(run.value("old session"))
                if saysSo { run.requireReadBeforeWrite(try SessionKeeper.key()) }
            } body: { run in
                let store = run.launch()
                if await hasSession(in: store) { return }
                try await SessionKeeper(store: store).renew(run.value("new session"))
            }
            let result = try await Explorer(depth: .singles).explore(
                careless, on: .iPhone(), with: .appleKeychain)
            #expect(result.findings.map(\.violation.promise) == (saysSo ? [.noBlindOverwrite] : []))
            if saysSo { #expect(result.findings.first?.violation.lostValue == "old session") }
        }
    }

    /// The mistake that it is all about.
    private func hasSession(in store: any ItemStore) async -> Bool {
        do {
            return try await store.read(SessionKeeper.key()) != nil
        } catch {
            return false
        }
    }

    @Test("An app that is not direct-boot aware is not started before the first unlock")
    func directBoot() async throws {
        for isAware in [false, true] {
            var phone = AndroidProfile()
            phone.isDirectBootAware = isAware
            let outcome = try await Scenario.backgroundSync.play(
                on: .android(phone), with: .androidVault)
            let first = outcome.bodyTrace.prefix { $0.description != "event: the person unlocks" }
            let isRefused = first.contains { $0.description.contains("INTERACTION_NOT_ALLOWED") }
            #expect(isRefused == isAware, "\(first)")
        }
    }
}
