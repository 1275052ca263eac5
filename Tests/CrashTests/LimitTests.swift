import CrashSupport
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite("The vault under the system's limits")
struct LimitTests {
    private func vaultWithItem() async throws -> CrashedVault {
        let vault = try CrashedVault(isOnDisk: false)
        try await vault.open().write(
            SecretBytes(utf8: "v"), for: try ItemKey(service: "limit", account: "a"))
        return vault
    }

    @Test("P1: without free descriptors a read is an error or the value, never absent")
    func descriptors() async throws {
        let vault = try await vaultWithItem()
        let lines = try vault.start("descriptors").readLines()
        #expect(lines.last == "DONE")
        let reads = Set(lines.filter { $0.hasPrefix("READ ") })
        let writes = Set(lines.filter { $0.hasPrefix("WRITE ") })
        #expect(reads.contains("READ v") && writes.contains("WRITE written"))
        #expect(reads.count > 1 && writes.count > 1, "the limit was never felt")
        for outcome in reads.union(writes).subtracting(["READ v", "WRITE written"]) {
            let words = outcome.split(separator: " ")
            #expect(words[1] == "UNKNOWN", "\(outcome)")
            #expect(words[2] == "errno" || words[2] == "sqlite", "\(outcome)")
        }
        #expect(try vault.checkAll() == 1)
    }

    @Test("P2: a file that may not grow refuses the write and keeps the value before it")
    func fileSize() async throws {
        let vault = try await vaultWithItem()
        let lines = try vault.start("file-size").readLines()
        #expect(lines.count == 3 && lines.last == "DONE", "\(lines)")
        let write = lines.first?.split(separator: " ") ?? []
        try #require(write.count == 5, "\(lines)")
        #expect(write[2...3] == ["UNKNOWN", "sqlite"], "\(lines)")
        let failed = try #require(Int(write[1]))
        #expect(lines[1] == "READ \(failed - 1)")
        #expect(try vault.values() == ["a": Array("later".utf8)])
        #expect(try vault.checkAll() == 1)
    }

    @Test("whatever the umask, files are 0600 and directories 0700", arguments: [0, 0o22, 0o777])
    func umask(mask: Int) throws {
        let vault = try CrashedVault(isOnDisk: false)
        let process = try vault.start("umask", mask)
        #expect(try process.readLine() == "WRITTEN")
        let names = ["sequence", "vault.db", "vault.db-shm", "vault.db-wal"]
        #expect(try Files.names(in: vault.directory) == names)
        for name in names {
            #expect(try Files.permissions(vault.directory + "/" + name) == 0o600, "\(name)")
        }
        #expect(try Files.permissions(vault.stateDirectory + "/device-secret") == 0o600)
        #expect(try Files.permissions(vault.directory) == 0o700)
        #expect(try Files.permissions(vault.stateDirectory) == 0o700)
        process.closeInput()
        #expect(try process.wait() == .exit(0))
    }
}
