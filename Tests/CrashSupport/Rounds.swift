import Glibc
package import HoldfastSQLite

/// How much the repeating tests repeat, and from which seed.
///
/// `HOLDFAST_TEST_ROUNDS=full` asks for full rounds, `complete` for what takes hours besides;
/// `HOLDFAST_TEST_SEED=N` repeats a failed run.
package enum Rounds {
    /// Whether every round and every byte is asked for.
    package static let isFull = environment("HOLDFAST_TEST_ROUNDS") == "full" || isComplete

    /// Whether nothing at all is to be sampled.
    package static let isComplete = environment("HOLDFAST_TEST_ROUNDS") == "complete"

    /// The run's seed, from which each test derives its own choices.
    package static let seed: UInt64 =
        environment("HOLDFAST_TEST_SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

    /// What a failure says, so that it can be repeated.
    package static var note: String { "repeat with HOLDFAST_TEST_SEED=\(seed)" }

    /// The number of rounds for this run.
    package static func count(short: Int, full: Int) -> Int { isFull ? full : short }

    /// A generator that depends on the run's seed and a test's own number.
    package static func generator(_ test: UInt64) -> SplitMix64 {
        SplitMix64(seed: seed ^ (test &* 0x9e37_79b9_7f4a_7c15))
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
