/// The free slots of an arena, by size; used under the arena's lock.
struct SecretSlots {
    // Lists beside the memory and not links inside it: a free slot stays all zero, and a stray
    // write into one cannot turn into a pointer that is handed out.
    private var free = [[SecretSlot]](repeating: [], count: SlotClass.count)
    private var uncut = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Takes a zeroed slot of a size, from the free ones if there are any.
    mutating func take(_ size: SlotClass) -> SecretSlot {
        if let slot = free[size.index].popLast() { return slot }
        if uncut.count < size.byteCount { startChunk() }
        return cut(size)
    }

    /// Puts a slot, already wiped, among the free ones of its size.
    mutating func giveBack(_ slot: SecretSlot, _ size: SlotClass) {
        free[size.index].append(slot)
    }

    private mutating func startChunk() {
        // What is left of the old chunk becomes slots, largest first; all sizes divide it, because
        // the chunk and every cut so far are multiples of the smallest slot.
        for index in (0..<SlotClass.count).reversed() {
            let size = SlotClass(index: index)
            while uncut.count >= size.byteCount { free[index].append(cut(size)) }
        }
        uncut = SecretPages.map(Self.chunkByteCount).bytes
    }

    private mutating func cut(_ size: SlotClass) -> SecretSlot {
        guard let start = uncut.baseAddress, uncut.count >= size.byteCount else {
            preconditionFailure("a chunk holds at least one slot of each size")
        }
        uncut = UnsafeMutableRawBufferPointer(rebasing: uncut[size.byteCount...])
        return SecretSlot(address: start)
    }

    // 16 pages: one mapping and one lock for some hundred keys, small beside RLIMIT_MEMLOCK
    // (8 MiB on current systems, 64 KiB on old ones).
    private static let chunkByteCount = 65536
}

// Safe although unchecked: a slot is owned either by the free list or by one secret.
/// The address of a slot.
struct SecretSlot: @unchecked Sendable {
    let address: UnsafeMutableRawPointer
}

/// A size of slot: 32, 64, 128, … 4,096 bytes.
struct SlotClass {
    /// 0 for 32 bytes, 1 for 64 bytes and so on.
    let index: Int

    init(index: Int) {
        self.index = index
    }

    /// The smallest size that holds a number of bytes from 1 to 4,096.
    init(for count: Int) {
        let bitCount = Int.bitWidth - (count - 1).leadingZeroBitCount
        index = max(bitCount - Self.smallestExponent, 0)
    }

    var byteCount: Int { 1 << (index + Self.smallestExponent) }

    static let count = 8
    private static let smallestExponent = 5
}
