import CrashSupport
import Glibc
import Testing

@Suite("Processes killed while they seal, unseal and rescue", .serialized)
struct SealKillTests {
    @Test("after SIGKILL at any moment the vault opens, sealed or not, and the rescue code is good")
    func kill() throws {
        let vault = try CrashedVault()
        var generator = Rounds.generator(7)
        var found: [String: Int] = [:]
        for round in 0..<Rounds.count(short: 40, full: 500) {
            let process = try vault.start("seal")
            #expect(try process.readLine() == "READY", "round \(round); \(Rounds.note)")
            usleep(UInt32.random(in: 0..<120_000, using: &generator))
            process.signal(SIGKILL)
            #expect(try process.wait() == .signal(SIGKILL), "round \(round); \(Rounds.note)")
            let look = try vault.start("look")
            let lines = try look.readLines()
            #expect(try look.wait() == .exit(0), "round \(round): \(lines); \(Rounds.note)")
            found[lines.last ?? "", default: 0] += 1
        }
        // A test that never met one of the two would prove nothing about it.
        #expect(Set(found.keys) == ["sealed", "file"], "\(found); \(Rounds.note)")
    }
}
