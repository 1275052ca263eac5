/// A BLAKE2b computation in progress, without a key, with a hash of 1 to 64 bytes.
///
/// Argon2 needs it and nothing else here does. Its state is wiped when it goes.
///
/// - Note: Standard: RFC 7693.
struct BLAKE2b: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private let hashByteCount: Int
    private var bufferedCount = 0
    private var absorbedCount: UInt64 = 0

    /// Starts with an empty message.
    init(hashByteCount: Int) {
        precondition((1...64).contains(hashByteCount), "a BLAKE2b hash has 1 to 64 bytes")
        self.hashByteCount = hashByteCount
        memory = SecretArena.shared.take(Self.blockByteCount + 8 * 8)
        let words = chain
        for index in 0..<8 { words[index] = Self.initialValues[index] }
        // The parameter block: hash length, no key, fan-out and depth 1 (section 2.8).
        words[0] ^= 0x0101_0000 ^ UInt64(hashByteCount)
    }

    deinit {
        SecretArena.shared.giveBack(memory)
    }

    /// Adds raw memory to the message.
    mutating func absorb(_ part: UnsafeRawBufferPointer) {
        var rest = part
        while rest.count > 0 {
            // A full buffer waits for more, because the last block is compressed differently.
            if bufferedCount == Self.blockByteCount { compress(isLast: false) }
            let taken = min(rest.count, Self.blockByteCount - bufferedCount)
            UnsafeMutableRawBufferPointer(rebasing: buffer[bufferedCount...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
            bufferedCount += taken
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        }
    }

    /// Adds a number to the message, as 4 bytes, lowest first.
    mutating func absorb(littleEndian number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { absorb($0) }
    }

    /// Writes the hash of the message; nothing may follow.
    mutating func finish(into hash: UnsafeMutableRawBufferPointer) {
        precondition(hash.count == hashByteCount, "the hash has the length that was announced")
        compress(isLast: true)
        let words = UnsafeRawBufferPointer(UnsafeBufferPointer(start: chain, count: 8))
        hash.copyMemory(from: UnsafeRawBufferPointer(rebasing: words[..<hashByteCount]))
    }

    static let blockByteCount = 128
}

extension BLAKE2b {
    private var buffer: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.blockByteCount])
    }

    private var chain: UnsafeMutablePointer<UInt64> {
        guard let start = memory.baseAddress else { preconditionFailure("there is a state") }
        return (start + Self.blockByteCount).assumingMemoryBound(to: UInt64.self)
    }

    private mutating func compress(isLast: Bool) {
        UnsafeMutableRawBufferPointer(rebasing: buffer[bufferedCount...]).wipe()
        absorbedCount += UInt64(bufferedCount)
        bufferedCount = 0
        compressBLAKE2b(
            chain, UnsafeRawBufferPointer(buffer), absorbed: absorbedCount, isLast: isLast)
    }

    // Section 2.6: the fractional parts of the square roots of the first eight primes.
    static let initialValues: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1, 0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
}
