import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastCLI

/// What `docs/cli/README.md` says of JSON is what the commands write.
@Suite("The page of JSON outputs")
@MainActor
struct JSONPageTests {
    private let place = Workplace()
    private static let root =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private static func text(_ path: String) throws -> String {
        try String(decoding: Data(contentsOf: URL(filePath: root + "/" + path)), as: UTF8.self)
    }

    private static func files(under folder: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
        return try names.flatMap { name in
            let path = folder + "/" + name
            return name.hasSuffix(".swift") ? [path] : try files(under: path)
        }
    }

    /// Command lines that write JSON, each under the name of its row.
    private static let lines: [(row: String, line: String)] = [
        ("get", "get a --json"), ("info", "info a --json"), ("ls", "ls --json --all"),
        ("status", "status --json"), ("doctor", "doctor --json"),
        ("export --plain", "export --plain --yes --all"), ("import", "import - --json"),
        ("lab list", "lab list --json"), ("lab run", "lab run reinstall --json"),
        ("lab run", "lab run starts-empty --store error-to-nil --json"),
        ("lab explore", "lab explore starts-empty --store error-to-nil --singles --json"),
        ("lab errors", "lab errors --json"), ("lab matrix", "lab matrix --json"),
        ("lab matrix", "lab matrix --native --json"),
        ("lab matrix", "lab matrix --native --platform android --json"),
        ("lab conformance", "lab conformance --json"),
    ]

    @Test("What a command writes as JSON has no member that its row lacks")
    func outputs() async throws {
        _ = await place.run("set", "a", input: [1])
        _ = await place.run("rescue", "code", terminal: [ScriptedTerminal.whatWasShown])
        for (row, line) in Self.lines {
            let words = line.split(separator: " ").map { Array($0.utf8) }
            let outcome = await place.run(
                words, input: Array(#"{"b":"v"}"#.utf8), terminal: ScriptedTerminal(nil))
            #expect(!outcome.output.isEmpty, "\(line): \(outcome.error)")
            let levels = try JSONNames.of(outcome.output).map {
                $0.wholeMatch(of: /API [0-9]+/) == nil ? $0 : "API N"
            }
            let lacking = try Set(levels).subtracting(JSONPage.members(of: row))
            #expect(lacking.isEmpty, "\(line) writes \(lacking.sorted())")
        }
        let error = await place.run("get", "none", "--json")
        let row = try #require(JSONPage.rows().first { $0.members.contains("exitStatus") })
        #expect(try JSONNames.of(Array(error.error.utf8)).isSubset(of: row.members))
    }

    @Test("A migration writes no member that its row lacks")
    func migration() async throws {
        let store = place.folder + "/passwords"
        mkdir(store, 0o700)
        try Data("no GnuPG text".utf8).write(to: URL(filePath: store + "/bad.gpg"))
        try Data("x".utf8).write(to: URL(filePath: store + "/.gpg-id"))
        let outcome = await place.run(
            "migrate", "pass", "--json", "--dry-run",
            environment: ["PASSWORD_STORE_DIR": store, "PATH": "/usr/bin:/bin"])
        let names = try JSONNames.of(outcome.output)
        #expect(names.contains("outcome"), "\(outcome.error)")
        #expect(try names.isSubset(of: JSONPage.members(of: "migrate")), "\(names.sorted())")
    }

    @Test("What is written of devices has no member that its row lacks")
    func devices() async throws {
        let world = DeviceWorld()
        let begun = await world.device("init", "--name", "a", "--json", on: world.first)
        var played = ["device init": begun]
        let account = try DeviceWorld.member("account", of: begun)
        played["device request"] = await world.device(
            "request", "--account", account, "--name", "b", "--json", on: world.second)
        for command in ["show", "list", "verify"] {
            played["device " + command] = await world.device(command, "--json", on: world.first)
        }
        #expect(Set(played.keys) == Self.deviceCommands)
        for (row, outcome) in played {
            let lacking = try JSONNames.of(outcome.output).subtracting(JSONPage.members(of: row))
            #expect(lacking.isEmpty, "\(row) writes \(lacking.sorted()) \(outcome.error)")
        }
    }

    private static let deviceCommands: Set = [
        "device init", "device list", "device request", "device show", "device verify",
    ]

    /// What the tests of backups play.
    private static let recoveryCommands: Set = [
        "backup restore", "backup status", "backup verify", "phrase new",
    ]

    /// What HoldfastNetworkTests play, through a relay.
    private static let relayCommands: Set = ["send"]

    @Test("Every member that stands in the source is on the page, and every command that has one")
    func sources() throws {
        let all = try JSONPage.rows().reduce(into: Set<String>()) { $0.formUnion($1.members) }
        let rows = try JSONPage.rows().reduce(into: Set<String>()) { $0.formUnion($1.commands) }
        var commands: Set<String> = []
        for path in try Self.files(under: "Sources/HoldfastCLI") where path.hasSuffix(".swift") {
            let text = try Self.text(path)
            for match in text.matches(of: /(?:member|\.name|strings)\("([^"\\]+)"/) {
                #expect(all.contains(String(match.1)), "\(path): \(match.1)")
            }
            guard text.contains("session.isJSON") || text.contains("MigrationOutput.write"),
                let name = text.firstMatch(of: /CommandDeclaration\(\s*"([^"]+)"/)
            else { continue }
            commands.insert(String(name.1))
        }
        #expect(commands.count >= 13)
        #expect(commands.isSubset(of: rows), "\(commands.subtracting(rows).sorted())")
        let played = Set(Self.lines.map(\.row)).union(["migrate"]).union(Self.deviceCommands)
            .union(Self.relayCommands).union(Self.recoveryCommands)
        #expect(commands.isSubset(of: played), "\(commands.subtracting(played).sorted())")
    }
}
