#if _endian(big)
#error("Argon2's blocks are used as words in place, which asks for a little-endian processor.")
#endif

/// Argon2's compression function over blocks of 128 words, and the room it works in.
///
/// - Note: Standard: RFC 9106, sections 3.5 and 3.6.
struct Argon2Block {
    static let wordCount = 128
    static let byteCount = 1024

    /// Scratch of one block.
    let scratch: UnsafeMutablePointer<UInt64>

    /// Writes G(left, right), xored with what the target holds if so wanted.
    ///
    /// The target may be one of the two.
    @inline(__always)
    func compress(
        _ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>,
        into target: UnsafeMutablePointer<UInt64>, keepingTarget: Bool
    ) {
        var index = 0
        while index < Self.wordCount {
            let mixed = left[index] ^ right[index]
            scratch[index] = mixed
            target[index] = keepingTarget ? target[index] ^ mixed : mixed
            index &+= 1
        }
        index = 0
        while index < 8 {
            permute(scratch + 16 &* index, 1)
            index &+= 1
        }
        index = 0
        while index < 8 {
            permute(scratch + 2 &* index, 8)
            index &+= 1
        }
        index = 0
        while index < Self.wordCount {
            target[index] ^= scratch[index]
            index &+= 1
        }
    }
}

/// Permutes sixteen words: pairs of neighbours that lie `2 * step` words apart.
///
/// Sixteen variables and no loop, so that they stay in registers.
@inline(__always)
private func permute(_ words: UnsafeMutablePointer<UInt64>, _ step: Int) {
    let gap = 2 &* step
    var (v0, v1) = (words[0], words[1])
    var (v2, v3) = (words[gap], words[gap &+ 1])
    var (v4, v5) = (words[2 &* gap], words[2 &* gap &+ 1])
    var (v6, v7) = (words[3 &* gap], words[3 &* gap &+ 1])
    var (v8, v9) = (words[4 &* gap], words[4 &* gap &+ 1])
    var (v10, v11) = (words[5 &* gap], words[5 &* gap &+ 1])
    var (v12, v13) = (words[6 &* gap], words[6 &* gap &+ 1])
    var (v14, v15) = (words[7 &* gap], words[7 &* gap &+ 1])
    mix(&v0, &v4, &v8, &v12)
    mix(&v1, &v5, &v9, &v13)
    mix(&v2, &v6, &v10, &v14)
    mix(&v3, &v7, &v11, &v15)
    mix(&v0, &v5, &v10, &v15)
    mix(&v1, &v6, &v11, &v12)
    mix(&v2, &v7, &v8, &v13)
    mix(&v3, &v4, &v9, &v14)
    (words[0], words[1]) = (v0, v1)
    (words[gap], words[gap &+ 1]) = (v2, v3)
    (words[2 &* gap], words[2 &* gap &+ 1]) = (v4, v5)
    (words[3 &* gap], words[3 &* gap &+ 1]) = (v6, v7)
    (words[4 &* gap], words[4 &* gap &+ 1]) = (v8, v9)
    (words[5 &* gap], words[5 &* gap &+ 1]) = (v10, v11)
    (words[6 &* gap], words[6 &* gap &+ 1]) = (v12, v13)
    (words[7 &* gap], words[7 &* gap &+ 1]) = (v14, v15)
}

/// BLAKE2b's quarter round with multiplications in place of the message.
@inline(__always)
private func mix(_ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64) {
    a = sum(a, b)
    d = (d ^ a).rotatedRight(32)
    c = sum(c, d)
    b = (b ^ c).rotatedRight(24)
    a = sum(a, b)
    d = (d ^ a).rotatedRight(16)
    c = sum(c, d)
    b = (b ^ c).rotatedRight(63)
}

@inline(__always)
private func sum(_ x: UInt64, _ y: UInt64) -> UInt64 {
    x &+ y &+ 2 &* (x & 0xffff_ffff) &* (y & 0xffff_ffff)
}
