import Glibc

/// How much the repeating tests repeat, and from which seed.
///
/// `HOLDFAST_TEST_ROUNDS=full` asks for full rounds; `HOLDFAST_TEST_SEED=N` repeats a failed run.
package enum Rounds {
    /// Whether every round and every byte is asked for.
    package static let isFull = environment("HOLDFAST_TEST_ROUNDS") == "full"

    /// The run's seed, from which each test derives its own choices.
    package static let seed: UInt64 =
        environment("HOLDFAST_TEST_SEED").flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

    /// What a failure says, so that it can be repeated.
    package static var note: String { "repeat with HOLDFAST_TEST_SEED=\(seed)" }

    /// The number of rounds for this run.
    package static func count(short: Int, full: Int) -> Int { isFull ? full : short }

    /// A generator that depends on the run's seed and a test's own number.
    package static func generator(_ test: UInt64) -> SeededGenerator {
        SeededGenerator(seed: seed ^ (test &* 0x9e37_79b9_7f4a_7c15))
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// A small generator that answers the same for the same seed; never for secrets.
///
/// - Note: https://prng.di.unimi.it/splitmix64.c
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts a sequence.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
