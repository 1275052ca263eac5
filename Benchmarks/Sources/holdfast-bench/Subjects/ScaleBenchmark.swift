import Holdfast

/// What 100,000 items cost.
enum ScaleBenchmark {
    private static let count = 100_000

    static let all = [
        Benchmark(
            id: "read-scale",
            what:
                "read by random key at 100,000 items ÷ at 1,000 (open, unlocked, no value cached)",
            unit: .readsPerSecond, bar: 0.6
        ) { workshop in
            let small = try workshop.vault(of: 1_000)
            let large = try workshop.vault(of: count)
            return try .alternating(
                rounds: 100, operations: (500, 500), ours: { _ in try large.readAny() },
                peer: { _ in try small.readAny() })
        },
        Benchmark(
            id: "list-vs-sqlite",
            what:
                "list 100,000 names ÷ Python's sqlite3: SELECT of as many rows, AES-GCM open each",
            unit: .milliseconds, bar: 2
        ) { workshop in
            let large = try workshop.vault(of: count)
            let python = try PythonLister(
                script: workshop.root + "/Benchmarks/Peers/list_rows.py",
                database: workshop.path("python.db"), count: count)
            defer { python.stop() }
            var comparison = Comparison()
            for round in -1..<9 {
                try Interruption.check()
                let start = ContinuousClock.now
                let found = try large.vault.listWithoutPrompt(service: nil)
                let ours = (ContinuousClock.now - start).seconds
                guard found.count == count else { throw BenchFailure("items are missing") }
                let peer = try python.list()
                if round >= 0 { comparison.add(ours: ours, peer: peer) }
            }
            return comparison
        },
    ]
}
