import HoldfastCrypto

/// Bytes that can be had again from a seed, for tests only: SplitMix64.
final class SeededRandom: SecureRandom {
    let isReproducible = true
    private let state: Locked<UInt64>

    init(seed: UInt64) {
        state = Locked(seed)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: next()) }
    }

    private func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
