/// Mixes one block of 128 bytes into the eight chained words.
///
/// - Note: Standard: RFC 7693, section 3.2.
func compressBLAKE2b(
    _ chain: UnsafeMutablePointer<UInt64>, _ block: UnsafeRawBufferPointer, absorbed: UInt64,
    isLast: Bool
) {
    let memory = SecretArena.shared.take(16 * 8)
    defer { SecretArena.shared.giveBack(memory) }
    let v = memory.bindMemory(to: UInt64.self)
    for index in 0..<8 {
        v[index] = chain[index]
        v[index + 8] = BLAKE2b.initialValues[index]
    }
    // The message is shorter than 2^64 bytes, so the counter's upper word is 0.
    v[12] ^= absorbed
    if isLast { v[14] = ~v[14] }
    for round in 0..<12 {
        let order = schedule[round % schedule.count]
        for step in 0..<8 {
            mix(v, step, word(block, order[2 * step]), word(block, order[2 * step + 1]))
        }
    }
    for index in 0..<8 { chain[index] ^= v[index] ^ v[index + 8] }
}

private func word(_ block: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: block.load(fromByteOffset: 8 * index, as: UInt64.self))
}

/// Steps 0 to 3 take the columns, steps 4 to 7 the diagonals of the four by four words.
private func mix(
    _ v: UnsafeMutableBufferPointer<UInt64>, _ step: Int, _ x: UInt64, _ y: UInt64
) {
    let column = step & 3
    let shift = step < 4 ? 0 : 1
    let a = column
    let b = 4 + (column + shift) & 3
    let c = 8 + (column + 2 * shift) & 3
    let d = 12 + (column + 3 * shift) & 3
    v[a] = v[a] &+ v[b] &+ x
    v[d] = (v[d] ^ v[a]).rotatedRight(32)
    v[c] = v[c] &+ v[d]
    v[b] = (v[b] ^ v[c]).rotatedRight(24)
    v[a] = v[a] &+ v[b] &+ y
    v[d] = (v[d] ^ v[a]).rotatedRight(16)
    v[c] = v[c] &+ v[d]
    v[b] = (v[b] ^ v[c]).rotatedRight(63)
}

extension UInt64 {
    /// The bits moved down by a count from 1 to 63, the lowest ones to the top.
    @inline(__always)
    func rotatedRight(_ count: UInt64) -> UInt64 {
        (self &>> count) | (self &<< (64 &- count))
    }
}

// Section 2.7.
private let schedule: [[Int]] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]
