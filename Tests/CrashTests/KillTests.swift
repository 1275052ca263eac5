import CrashSupport
import Glibc
import Testing

@Suite("Processes killed while they write", .serialized)
struct KillTests {
    private static let writerCount = 4

    @Test("P2: after SIGKILL at any moment, nothing acknowledged is lost and nothing is damaged")
    func kill() throws {
        let vault = try CrashedVault()
        var history = WriteHistory()
        var generator = Rounds.generator(1)
        let rounds = Rounds.count(short: 40, full: 500)
        for round in 0..<rounds {
            let writers = try (0..<Self.writerCount).map { id in
                let seed = Int.random(in: 0..<1 << 30, using: &generator)
                return (id, try vault.start("write", id, seed, history.highestCount + id))
            }
            // Some die while they start, most in the middle of their work and that of the others.
            var lines: [Int: [String]] = [:]
            for (id, process) in writers.shuffled(using: &generator) {
                if Int.random(in: 0..<4, using: &generator) > 0 {
                    lines[id] = try process.readLines(until: "A ")
                }
                usleep(UInt32.random(in: 0..<60_000, using: &generator))
                process.signal(SIGKILL)
            }
            for (id, process) in writers {
                #expect(try process.wait() == .signal(SIGKILL), "\(Rounds.note)")
                let all = (lines[id] ?? []) + (try process.readLines())
                let strange = history.add(all, from: id)
                #expect(strange == [], "round \(round); \(Rounds.note)")
            }
            let values = try vault.values()
            #expect(history.compare(with: values) == [], "round \(round); \(Rounds.note)")
            #expect(try vault.checkAll() == values.count, "round \(round); \(Rounds.note)")
        }
        // A test in which hardly anything was written would prove nothing.
        #expect(history.acknowledgedCount > rounds * 3, "\(history.acknowledgedCount) writes")
    }

    @Test("P2: those who live go on when another is killed")
    func survivors() throws {
        let vault = try CrashedVault()
        var history = WriteHistory()
        var generator = Rounds.generator(2)
        for round in 0..<Rounds.count(short: 5, full: 50) {
            let writers = try (0..<Self.writerCount).map { id in
                (id, try vault.start("write", id, round, history.highestCount + id))
            }
            usleep(50_000)
            for (id, process) in writers.prefix(3) {
                usleep(UInt32.random(in: 0..<30_000, using: &generator))
                process.signal(SIGKILL)
                try process.wait()
                #expect(history.add(try process.readLines(), from: id) == [])
                // While the others write, this process reads what is whole.
                let values = try vault.values(whileOthersWrite: true)
                for value in values.values { #expect(CountedValue(value) != nil) }
            }
            // Alone now, the last one goes on.
            let (last, process) = writers[3]
            var lines: [String] = []
            while lines.count(where: { $0.hasPrefix("A ") }) < 100,
                let line = try process.readLine()
            {
                lines.append(line)
            }
            process.signal(SIGKILL)
            #expect(try process.wait() == .signal(SIGKILL))
            #expect(history.add(lines + (try process.readLines()), from: last) == [])
            #expect(history.compare(with: try vault.values()) == [], "\(Rounds.note)")
        }
        _ = try vault.checkAll()
    }
}
