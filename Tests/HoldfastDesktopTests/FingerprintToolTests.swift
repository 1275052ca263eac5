#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// The tool itself at a terminal of its own (`script(1)`), with the real fprintd.
@Suite(
    "holdfast get with a finger",
    .enabled(if: Tools.hasFprintd, "fprintd is not installed: NOTHING of the reader is tested"),
    .enabled(if: access("/usr/bin/script", X_OK) == 0, "script(1) is not installed"), .serialized)
struct FingerprintToolTests {
    private static func atTerminal(
        _ desk: FingerprintReaderTests.Desk, _ line: String
    ) throws -> ChildProcess {
        try desk.bus.start(
            ["/usr/bin/script", "-qefc", line, "/dev/null"],
            environment: [
                "-u", "SSH_CONNECTION", "-u", "SSH_CLIENT", "-u", "SSH_TTY",
                "XDG_RUNTIME_DIR=\(desk.bus.folder.path)",
                "HOLDFAST_HOME=\(desk.bus.folder.path)/vault",
                "HOLDFAST_STATE=\(desk.bus.folder.path)/state",
            ])
    }

    private static func store(_ desk: FingerprintReaderTests.Desk) async throws {
        let folder = desk.bus.folder.path
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder + "/vault", stateDirectory: folder + "/state"))
        configuration.presenceVerifier = desk.sensor(PersonAtReader(desk.reader))
        try await LinuxVault(configuration).write(
            SecretBytes(utf8: "hunter2"), for: try ItemKey(service: "default", account: "a"),
            options: WriteOptions(protection: ItemProtection(accessControl: .biometryAny)))
    }

    @Test("The terminal says what the reader wants, and the value comes with the finger")
    func reading() async throws {
        let desk = try await FingerprintReaderTests.Desk()
        try await Self.store(desk)
        let process = try Self.atTerminal(desk, "\(try ToolPath.find()) get a")
        let asked = try process.readLines(until: "Read \"a\"; draw a finger")
        #expect(asked.last?.contains("draw a finger over the reader") == true, "\(asked)")
        desk.reader.send("RETRY 1")
        let again = try process.readLines(until: "Too fast")
        #expect(again.last?.hasPrefix("Too fast or too short") == true, "\(again)")
        desk.reader.send("SCAN right-index-finger")
        #expect(try process.readLines().contains { $0.contains("hunter2") })
        #expect(try process.wait() == .exit(0))
    }

    @Test("Ctrl-C at the prompt ends the tool, and the reader is free again")
    func interrupted() async throws {
        let desk = try await FingerprintReaderTests.Desk()
        try await Self.store(desk)
        let process = try Self.atTerminal(desk, "\(try ToolPath.find()) get a")
        _ = try process.readLines(until: "Read \"a\"; draw a finger")
        desk.reader.send("SLEEP 300")
        try process.write("\u{3}")
        #expect(try process.wait() == .exit(130))
        #expect(try process.readLines().allSatisfy { !$0.contains("hunter2") })
        // fprintd takes the claim of a lost client back by itself, when it has stopped the reader.
        try await eventually("the reader is free") {
            do throws(KeychainError) {
                try await desk.sensor(
                    PersonAtReader(desk.reader, "SCAN right-index-finger")
                ).verify(.standard)
                return true
            } catch {
                return false
            }
        }
    }

    @Test("Without a terminal nobody is asked: status 4")
    func nobody() async throws {
        let desk = try await FingerprintReaderTests.Desk()
        try await Self.store(desk)
        let process = try desk.bus.start(
            ["/usr/bin/setsid", "-w", "/bin/sh", "-c", "exec \(try ToolPath.find()) get a 2>&1"],
            environment: [
                "-u", "SSH_CONNECTION", "-u", "SSH_CLIENT", "-u", "SSH_TTY",
                "HOLDFAST_HOME=\(desk.bus.folder.path)/vault",
                "HOLDFAST_STATE=\(desk.bus.folder.path)/state",
            ])
        let lines = try process.readLines()
        #expect(try process.wait() == .exit(4), "\(lines)")
        #expect(lines.count == 1)
    }
}
#endif
