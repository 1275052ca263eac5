import Foundation
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
        let page = try text("docs/testing-your-app.md")
        let source = try text("Tests/HoldfastLabTests/Explorer/TestingYourAppTests.swift")
        let shown = try #require(between("```swift\n", "```", in: page))
        let compiled = try #require(between("// region: app\n", "// endregion", in: source))
        #expect(shown == compiled)
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

    private func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start),
            let last = text[first.upperBound...].firstRange(of: end)
        else { return nil }
        return String(text[first.upperBound..<last.lowerBound])
    }

    private func text(_ path: String, from source: String = #filePath) throws -> String {
        let root = "/" + source.split(separator: "/").dropLast(4).joined(separator: "/")
        return try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
}
