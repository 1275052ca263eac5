#if canImport(CSQLite)
/// A small generator that answers the same for the same seed.
///
/// Test equipment, never for secrets.
///
/// - Note: https://prng.di.unimi.it/splitmix64.c
package struct SplitMix64: RandomNumberGenerator, Sendable {
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
#endif
