#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The tool itself, with the kernel's keyring, a mocked logind, and `holdfast lock`.
@Suite(
    "holdfast agent as a process",
    .enabled(if: Tools.areThere, "dbus-daemon or python3-dbusmock is missing: NOTHING is tested"),
    .enabled(if: KernelKeyringProbe.answers, "the kernel keyring is refused: NOTHING is tested"),
    .serialized)
struct AgentProcessTests {
    final class Machine {
        let bus: PrivateBus
        let logind: MockLogind
        let tool: String
        private let vault: LinuxVault

        init() async throws {
            bus = try await PrivateBus()
            logind = try await MockLogind(on: bus)
            tool = try ToolPath.find()
            var configuration = VaultConfiguration(
                location: VaultLocation(
                    directory: bus.folder.path + "/vault",
                    stateDirectory: bus.folder.path + "/state"))
            configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
            configuration.passcodeIterations = 1
            vault = LinuxVault(configuration)
            try await vault.setPasscode(SecretBytes(utf8: "correct horse"))
        }

        /// Takes the keys out of the keyring, which outlives the test.
        func cleanUp() async throws { try await vault.lock(alsoAfterFirstUnlock: true) }

        func command(_ line: String) throws -> ChildProcess {
            try bus.start(
                ["/bin/sh", "-c", line],
                environment: [
                    "HOLDFAST_HOME=\(bus.folder.path)/vault",
                    "HOLDFAST_STATE=\(bus.folder.path)/state", "HOLDFAST=\(tool)",
                ])
        }

        func run(_ line: String) throws -> (lines: [String], end: ChildProcess.End) {
            let process = try command(line)
            process.closeInput()
            return (try process.readLines(), try process.wait())
        }

        /// An agent that watches, its words on its standard output.
        func agent(_ options: String = "") throws -> ChildProcess {
            let process = try command("exec \"$HOLDFAST\" agent \(options) 2>&1")
            let lines = try process.readLines(until: "holdfast: watching")
            #expect(lines.last?.hasPrefix("holdfast: watching") == true, "\(lines)")
            return process
        }

        func unlock() throws {
            let outcome = try run(
                "printf 'correct horse' | \"$HOLDFAST\" unlock --passcode-fd 0 2>&1")
            #expect(outcome.end == .exit(0), "\(outcome.lines)")
        }

        func status() throws -> String {
            try run("\"$HOLDFAST\" status --json").lines.joined()
        }

        func becomes(_ state: String) async throws {
            try await eventually("the vault is \(state)") {
                try status().contains("\"state\":\"\(state)\"")
            }
        }
    }

    @Test("A locked screen locks the vault of the tool; 'holdfast lock' stays locked; SIGTERM ends")
    func life() async throws {
        let machine = try await Machine()
        let agent = try machine.agent()
        try machine.unlock()
        try await machine.becomes("unlocked")
        try await machine.logind.tell("Lock")
        try await machine.becomes("locked")
        try await machine.logind.tell("Unlock")
        try machine.unlock()
        try await machine.becomes("unlocked")
        #expect(try machine.run("\"$HOLDFAST\" lock").end == .exit(0))
        // Nothing that the agent does brings a key back.
        try await machine.logind.set("IdleHint", false)
        try await machine.logind.tell("Unlock")
        try await Task.sleep(for: .milliseconds(500))
        try await machine.becomes("locked")
        agent.signal(SIGTERM)
        #expect(try agent.wait() == .exit(0))
        try await machine.cleanUp()
    }

    @Test("A second agent says so and exits with 9; a tool without a bus exits with 8")
    func second() async throws {
        let machine = try await Machine()
        let agent = try machine.agent()
        let other = try machine.run("\"$HOLDFAST\" agent 2>&1")
        #expect(other.end == .exit(9))
        #expect(other.lines.count == 1)
        #expect(other.lines.first?.contains("another agent") == true)
        agent.signal(SIGTERM)
        try agent.wait()
        let blind = try machine.run(
            "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent/bus \"$HOLDFAST\" agent 2>&1")
        #expect(blind.end == .exit(8), "\(blind.lines)")
        try await machine.cleanUp()
    }

    @Test("An agent that was killed leaves keys for its lease at most, in the kernel's own time")
    func killed() async throws {
        let machine = try await Machine()
        let agent = try machine.agent()
        try machine.unlock()
        try machine.bus.kill(agent)
        let remaining = try await Self.remaining(machine)
        #expect((1...120).contains(remaining))
        // Without an agent an unlock lasts as long as it did.
        try machine.unlock()
        #expect(try await Self.remaining(machine) > 120)
        // The next one begins to renew at once, for its lease alone.
        let next = try machine.agent()
        #expect((1...120).contains(try await Self.remaining(machine)))
        next.signal(SIGTERM)
        try next.wait()
        try await machine.cleanUp()
    }

    private static func remaining(_ machine: Machine) async throws -> Int {
        let status = try machine.status()
        let value = status.split(separator: "\"unlockedForSeconds\":").dropFirst().first
            .flatMap { Int($0.prefix { $0.isNumber }) }
        return try #require(value, "\(status)")
    }

    @Test(
        "The unit is one that systemd understands", .enabled(if: hasAnalyze, "no systemd-analyze"))
    func unit() throws {
        let folder = try Folder(isOnDisk: true)
        let unit = try #require(
            try Files.read(ToolPath.repository + "/Packaging/systemd/holdfast-agent.service"))
        let text = String(decoding: unit, as: UTF8.self)
        let parts = text.split(
            separator: "/usr/local/bin/holdfast", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        let installed = parts.joined(separator: try ToolPath.find())
        func verify(_ text: String) throws -> (lines: [String], end: ChildProcess.End) {
            try Files.write(Array(text.utf8), to: folder.path + "/holdfast-agent.service")
            let process = try ChildProcess(
                path: "/bin/sh",
                [
                    "-c",
                    "XDG_RUNTIME_DIR=\(folder.path) exec \(Tools.analyze) verify --user --man=no"
                        + " \(folder.path)/holdfast-agent.service 2>&1",
                ])
            return (try process.readLines(), try process.wait())
        }
        let good = try verify(installed)
        #expect(good.end == .exit(0))
        #expect(good.lines.allSatisfy { !$0.contains("holdfast-agent") }, "\(good.lines)")
        // A bus that is down for a minute is not the end of it, and one that never comes is.
        func seconds(_ name: String) throws -> Int {
            let line = try #require(
                text.split(separator: "\n").first { $0.hasPrefix(name + "=") }, "\(name)")
            return try #require(Int(line.dropFirst(name.count + 1)), "\(line)")
        }
        let tries = try seconds("RestartSec") * seconds("StartLimitBurst")
        let interval = try seconds("StartLimitIntervalSec")
        #expect(tries >= 60 && tries < interval)
        #expect(text.contains("\nRestart=on-failure\n"))
        #expect(text.contains("\nRestartPreventExitStatus=2\n"), "8 is a bus that may come back")
        // It would be told of a mistake.
        let bad = try verify(installed + "\n[Service]\nLimitCOER=0\nExecStart=/nonexistent/x\n")
        #expect(bad.end != .exit(0) || bad.lines.contains { $0.contains("LimitCOER") })
    }

    private static let hasAnalyze = access(Tools.analyze, X_OK) == 0
}
#endif
