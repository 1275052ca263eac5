import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite("Several processes on one vault", .serialized)
struct ProcessTests {
    @Test("P2: two processes add to the same and to different items, and no addition is lost")
    func increments() throws {
        let vault = try CrashedVault(isOnDisk: false)
        let count = Rounds.count(short: 300, full: 2_000)
        let processes = try (0..<2).map { try vault.start("increment", $0, count) }
        for process in processes { try process.write("\n") }
        for process in processes {
            #expect(try process.readLines() == ["DONE \(count)"])
            #expect(try process.wait() == .exit(0))
        }
        let expected = ["shared": count * 2, "own 0": count, "own 1": count]
        #expect(
            try vault.values().mapValues { String(decoding: $0, as: UTF8.self) }
                == expected.mapValues(String.init))
        #expect(try vault.checkAll() == 3)
    }

    @Test("P1: a reader never sees nothing, a part or an older value while others write")
    func reader() throws {
        let vault = try CrashedVault(isOnDisk: false)
        try writeShared(vault)
        let reader = try vault.start("read", 3)
        #expect(try reader.readLine() == "READY")
        let writers = try (0..<3).map { try vault.start("write", $0, $0 + 7, 1_000 * $0) }
        usleep(UInt32(Rounds.count(short: 1_500_000, full: 20_000_000)))
        for writer in writers {
            writer.signal(SIGKILL)
            try writer.wait()
        }
        try expectHealthy(reader)
    }

    @Test("P1: while a passcode comes, changes and goes, three readers meet no false answer")
    func passcode() throws {
        let vault = try CrashedVault(isOnDisk: false)
        try writeShared(vault)
        let readers = try (0..<3).map { _ in try vault.start("read", 3) }
        for reader in readers { #expect(try reader.readLine() == "READY") }
        let rounds = Rounds.count(short: 5, full: 60)
        let changer = try vault.start("passcode", rounds)
        let writer = try vault.start("write", 1, 5, 100)
        try changer.write("\n")
        let lines = try changer.readLines()
        #expect(lines.last == "DONE \(rounds)", "\(lines.last ?? "nothing")")
        #expect(try changer.wait() == .exit(0))
        writer.signal(SIGKILL)
        try writer.wait()
        // The writer may be refused while the vault is locked, and by nothing else.
        let failures = try writer.readLines().filter { $0.hasPrefix("FAILED") }
        #expect(failures.allSatisfy { $0.contains("INTERACTION_NOT_ALLOWED") }, "\(failures)")
        for reader in readers { try expectHealthy(reader) }
        for value in try vault.values().values { #expect(CountedValue(value) != nil) }
        _ = try vault.checkAll()
    }

    private func writeShared(_ vault: CrashedVault) throws {
        for number in 0..<3 {
            try vault.open().writeWithoutPrompt(
                SecretBytes(CountedValue(writer: 0, count: 0).bytes(count: 30)),
                for: try ItemKey(service: "crash", account: "shared-\(number)"),
                options: .standard)
        }
    }

    /// Ends a reader, which must have read much and met nothing wrong.
    private func expectHealthy(_ reader: ChildProcess) throws {
        reader.closeInput()
        let lines = try reader.readLines()
        #expect(lines.count == 1, "\(lines.prefix(5))")
        let reads = lines.last?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        #expect(reads > 10, "\(lines.suffix(1))")
        #expect(try reader.wait() == .exit(0))
    }

    @Test("processes that make the vault at the same moment end with one vault and one secret")
    func creation() throws {
        for round in 0..<Rounds.count(short: 20, full: 100) {
            let vault = try CrashedVault(isOnDisk: false)
            let processes = try (0..<4).map { try vault.start("create", $0) }
            for process in processes { #expect(try process.readLine() == "READY") }
            for process in processes { try process.write("\n") }
            for process in processes { #expect(try process.readLines() == ["OK"], "\(round)") }
            #expect(try vault.values().keys.sorted() == ["0", "1", "2", "3"])
            #expect(try vault.checkAll() == 4)
            #expect(try Files.names(in: vault.directory) == ["sequence", "vault.db"])
            #expect(try Files.names(in: vault.stateDirectory) == ["device-secret"])
        }
    }

    @Test("a lock that another process keeps is an error within the bound, and no longer one after")
    func busy() async throws {
        let vault = try CrashedVault(isOnDisk: false)
        let key = try ItemKey(service: "s", account: "a")
        try await vault.open().write(SecretBytes(utf8: "old"), for: key)
        let holder = try vault.start("hold")
        #expect(try holder.readLine() == "HELD")
        let waiting = vault.open { $0.busyTimeout = .milliseconds(300) }
        let clock = ContinuousClock()
        let start = clock.now
        let error = #expect(throws: KeychainError.self) {
            try waiting.writeWithoutPrompt(
                SecretBytes(utf8: "new"), for: key, options: .standard)
        }
        let time = clock.now - start
        #expect(error?.code == .unknown && error?.nativeDomain == "sqlite")
        #expect(error?.nativeCode.map { $0 & 0xff } == 5)
        #expect(time > .milliseconds(250) && time < .seconds(5 * Patience.factor), "\(time)")
        // Readers do not wait for writers.
        #expect(try waiting.readWithoutPrompt(key)?.value == SecretBytes(utf8: "old"))
        holder.closeInput()
        try holder.wait()
        try await waiting.write(SecretBytes(utf8: "new"), for: key)
        #expect(try vault.open().readWithoutPrompt(key)?.value == SecretBytes(utf8: "new"))
    }
}
