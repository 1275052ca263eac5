import HoldfastLab
import Synchronization

/// The fault explorer over the ready scenarios, on both phones, with this package's stores.
///
/// The peer is a fixed time: what a check in front of every change may take.
enum ExplorerBenchmark {
    static let all = [
        Benchmark(
            id: "explorer-rate",
            what: "ready scenarios on both phones, every fault and every pair ÷ 60 s",
            unit: .seconds, bar: 1
        ) { _ in
            let run = try measured.get()
            var comparison = Comparison()
            comparison.add(ours: run.seconds, peer: 60)
            return comparison
        },
        Benchmark(
            id: "explorer-plays",
            what: "plays of a scenario, each with its checks, on all cores ÷ 2,000 a second",
            unit: .playsPerSecond, bar: nil
        ) { _ in
            let run = try measured.get()
            var comparison = Comparison()
            comparison.add(ours: run.seconds / Double(run.plays), peer: 1 / 2_000)
            return comparison
        },
    ]

    private struct Run: Sendable {
        let seconds: Double
        let plays: Int
    }

    /// Explores everything once; both rows tell of the same run.
    private static let measured = Result { try measure() }

    private static func measure() throws -> Run {
        var plays = 0
        let start = ContinuousClock.now
        for scenario in Scenario.ready {
            for system in PhoneSystem.allCases where scenario.systems.contains(system) {
                try Interruption.check()
                plays += try playCount(scenario, system)
            }
        }
        return Run(seconds: (ContinuousClock.now - start).seconds, plays: plays)
    }

    private static func playCount(_ scenario: Scenario, _ system: PhoneSystem) throws -> Int {
        let explored = Mutex<Exploration?>(nil)
        try waiting {
            let result = try await Explorer(maximumScheduleCount: 1_000_000).explore(
                scenario, on: system.profile, with: .good(on: system))
            explored.withLock { $0 = result }
        }
        guard let result = explored.withLock({ $0 }) else {
            throw BenchFailure("an exploration ended without a result")
        }
        Workshop.note("\(scenario) on \(system): \(result.coverage.playCount) plays")
        guard result.findings.isEmpty else { throw BenchFailure("\(result)") }
        return result.coverage.playCount
    }
}
