#if Server
import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("The relay and its description", .serialized)
struct DescriptionTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

    /// Runs schemathesis against a relay; what it printed and how it ended.
    private func run(
        _ relay: RelayProcess, _ client: TestClient, options: [String]
    ) throws -> (text: String, end: ChildProcess.End) {
        let program = Self.root.appending(path: ".build-peers/bin/schemathesis").path
        try #require(
            access(program, X_OK) == 0, "schemathesis is not there: run Scripts/setup --test")
        let folder = try Folder()
        let variables = [
            "HOLDFAST_RELAY_TICKET=\(hex(try client.ticket()))",
            "HOLDFAST_RELAY_KEY=\(hex(try client.sessionKey()))",
            "SCHEMATHESIS_HOOKS=session",
            "PYTHONPATH=\(Self.tests.appending(path: "Peers").path)",
            "PYTHONDONTWRITEBYTECODE=1", "HOME=\(folder.path)",
        ]
        let process = try ChildProcess(
            path: "/usr/bin/env",
            ["-C", folder.path] + variables + [
                program, "--config-file",
                Self.tests.appending(path: "Peers/schemathesis.toml").path,
                "run", Self.root.appending(path: "docs/relay-api.yaml").path,
                "--url", "http://127.0.0.1:\(relay.port)", "--seed", "7", "--no-color",
            ] + options)
        let text = try process.readLines().joined(separator: "\n")
        return (text, try process.wait())
    }

    @Test("Every answer is one that docs/relay-api.yaml describes, whatever is sent")
    func conforms() throws {
        let relay = try RelayProcess()
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        let phases = Rounds.isFull ? "coverage,fuzzing" : "coverage"
        let (text, end) = try run(
            relay, client,
            options: [
                "--phases", phases, "--max-examples", "100", "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,"
                    + "response_headers_conformance,unsupported_method,ignored_auth",
            ])
        #expect(end == .exit(0))
        if end != .exit(0) { Issue.record("\(text.suffix(3_000))") }
        // The session was believed: behind it are answers that are no refusals.
        let metrics = String(decoding: try client.plain("GET", "/metrics").body, as: UTF8.self)
        for route in ["inbox", "prekeys-read", "manifest-read", "chunk-write"] {
            #expect(metrics.contains("route=\"\(route)\",status=\"20"), "\(route)")
        }
    }

    @Test("The description names every route of the relay, and no other")
    func complete() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/relay-api.yaml"), encoding: .utf8)
        let paths = text.split(separator: "\n").filter { $0.hasPrefix("  /") }
            .map { String($0.dropFirst(2).dropLast()) }
        #expect(
            Set(paths) == [
                "/healthz", "/metrics", "/v1/relay", "/v1/sessions", "/v1/accounts",
                "/v1/accounts/{account}/log", "/v1/prekeys", "/v1/prekeys/claim", "/v1/messages",
                "/v1/inbox", "/v1/inbox/ack", "/v1/counter", "/v1/receipts",
                "/v1/backups", "/v1/backups/{lineage}/manifest",
                "/v1/backups/{lineage}/headers/{locator}",
                "/v1/backups/{lineage}/headers/{locator}/remove", "/v1/backups/{lineage}/remove",
                "/v1/backups/{lineage}/chunks/{chunk}", "/v1/backups/{lineage}/chunks/remove",
                "/v1/locators/{locator}",
            ])
    }
}
#endif
