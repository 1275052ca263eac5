/// The order of P-256, the number of points that its generator makes, and what is counted by it.
///
/// - Note: Standard: FIPS 186-5 with SP 800-186, section 3.2.1.3, which gives n.
enum P256Order {
    /// Number of bytes of a number modulo the order.
    static let byteCount = 32

    /// Tells in constant time whether 32 bytes, in network order, are 1 to n - 1.
    ///
    /// The answer alone shows: that of a private key is "yes" but for one draw in 2^32.
    static func contains(_ scalar: UnsafeRawBufferPointer) -> Bool {
        precondition(scalar.count == byteCount, "a number modulo the order has 32 bytes")
        var borrow: UInt64 = 0
        var bits: UInt64 = 0
        for index in words.indices.reversed() {
            let word = scalar.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self).bigEndian
            borrow = subtract(words[index], from: word, borrow: borrow).borrow
            bits |= word
        }
        // The top bit of one of the two is set, unless all bits are zero.
        let isNonzero = (bits | (0 &- bits)) >> 63
        return borrow & isNonzero == 1
    }

    /// Gives n minus a number from 1 to n - 1; for what is public.
    static func negated(_ scalar: some Collection<UInt8>) -> [UInt8] {
        let scalar = [UInt8](scalar)
        return [UInt8](count: byteCount) { output in
            scalar.withUnsafeBytes { scalar in
                var borrow: UInt64 = 0
                for index in words.indices.reversed() {
                    let word = scalar.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                    let (difference, next) = subtract(
                        word.bigEndian, from: words[index], borrow: borrow)
                    output.storeBytes(
                        of: difference.bigEndian, toByteOffset: index * 8, as: UInt64.self)
                    borrow = next
                }
            }
        }
    }

    // Without `subtractingReportingOverflow`, whose flags a compiler may turn into a branch.
    @inline(__always)
    private static func subtract(
        _ right: UInt64, from left: UInt64, borrow: UInt64
    ) -> (difference: UInt64, borrow: UInt64) {
        let difference = left &- right &- borrow
        return (difference, ((~left & right) | ((~left | right) & difference)) >> 63)
    }

    /// n, the most significant word first.
    private static let words: [UInt64] = [
        0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0xbce6_faad_a717_9e84, 0xf3b9_cac2_fc63_2551,
    ]
}
