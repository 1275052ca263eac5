import CrashSupport
import Glibc
import Testing

@Suite("Apps killed while they keep their state", .serialized)
struct StateKillTests {
    @Test(
        "P5: after SIGKILL at any moment the state loads as it was saved last, or newer",
        arguments: [1, 2])
    func kill(partCount: Int) throws {
        let vault = try CrashedVault()
        var history = StateHistory()
        var generator = Rounds.generator(UInt64(20 + partCount))
        let rounds = Rounds.count(short: 25, full: 400)
        for round in 0..<rounds {
            let seed = Int.random(in: 0..<1 << 30, using: &generator)
            let process = try vault.start("keep", partCount, seed)
            var lines: [String] = []
            // Some die while they start and load, most while they save.
            if Int.random(in: 0..<4, using: &generator) > 0 {
                lines = try process.readLines(until: "A ")
            }
            usleep(UInt32.random(in: 0..<40_000, using: &generator))
            process.signal(SIGKILL)
            #expect(try process.wait() == .signal(SIGKILL), "\(Rounds.note)")
            lines += try process.readLines()
            let strange = lines.filter { !history.fits($0) }
            #expect(strange == [], "round \(round); \(Rounds.note)")
        }
        // A test in which hardly anything was saved or loaded would prove nothing.
        #expect(history.savedCount > rounds && history.loadedCount > rounds / 3, "\(history)")
        #expect(try vault.checkAll() == partCount)
    }
}

/// Which counts the state may have by what its keepers said.
private struct StateHistory {
    private var allowed = 0...0
    private(set) var savedCount = 0
    private(set) var loadedCount = 0

    /// Takes a keeper's line; false if it should not have come.
    mutating func fits(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard words.count == 2, let count = Int(words[1]) else { return false }
        switch words[0] {
        case "L":
            loadedCount += 1
            guard allowed.contains(count) else { return false }
            allowed = count...count
        case "T":
            allowed = allowed.lowerBound...count
        case "A":
            savedCount += 1
            allowed = count...count
        default: return false
        }
        return true
    }
}
