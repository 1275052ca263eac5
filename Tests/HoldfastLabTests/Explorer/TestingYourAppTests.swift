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
}
