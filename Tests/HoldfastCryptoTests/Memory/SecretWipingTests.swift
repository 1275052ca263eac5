import Testing

@testable import HoldfastCrypto

@Suite struct SecretWipingTests {
    @Test(
        "P10: a slot is zero in memory as soon as it is given back", arguments: [1, 32, 100, 4096])
    func slotIsWiped(count: Int) throws {
        // An arena of its own, so that no other test takes the slot before it is looked at.
        let arena = SecretArena()
        let bytes = arena.take(count)
        let address = try #require(bytes.baseAddress)
        for index in bytes.indices { bytes[index] = 0xa5 }
        arena.giveBack(bytes)
        // The arena keeps the page, so that the address can still be read.
        let seen = UnsafeRawBufferPointer(start: address, count: count)
        #expect(seen.allSatisfy { $0 == 0 })
        #expect(arena.take(count).baseAddress == address)
    }

    @Test(
        "P10: the pages of a large secret are zero before they serve the next one",
        arguments: [4097, 100_000, SparePages.largest])
    func keptPagesAreWiped(count: Int) throws {
        let arena = SecretArena()
        let bytes = arena.take(count)
        let address = try #require(bytes.baseAddress)
        for index in bytes.indices { bytes[index] = 0xa5 }
        arena.giveBack(bytes)
        // The arena keeps the pages, so that they can still be read.
        let seen = UnsafeRawBufferPointer(start: address, count: count)
        #expect(seen.allSatisfy { $0 == 0 })
        let next = arena.take(count)
        #expect(next.baseAddress == address && next.count == count)
        let other = arena.take(count)
        #expect(other.baseAddress != address)
        arena.giveBack(other)
        arena.giveBack(next)
    }

    @Test("Pages are kept for one secret, the last, and not for a very large one")
    func onePieceIsKept() throws {
        var spare = SparePages()
        let (first, second) = (SecretPages.map(10_000), SecretPages.map(20_000))
        let large = SecretPages.map(SparePages.largest + 1)
        #expect(spare.giveBack(first)?.bytes.baseAddress == nil)
        #expect(spare.giveBack(second)?.bytes.baseAddress == first.bytes.baseAddress)
        #expect(spare.giveBack(large)?.bytes.baseAddress == large.bytes.baseAddress)
        #expect(spare.take(10_000)?.bytes.baseAddress == nil)
        #expect(spare.take(20_000)?.bytes.baseAddress == second.bytes.baseAddress)
        #expect(spare.take(20_000)?.bytes.baseAddress == nil)
        for pages in [first, second, large] { pages.unmap() }
    }

    @Test("P10: the last owner of a secret wipes it, not an earlier one")
    func lastOwnerWipes() throws {
        let arena = SecretArena()
        var first: SecretStorage? = SecretStorage(count: 48, arena: arena)
        var second = first
        let bytes = try #require(first).bytes
        for index in bytes.indices { bytes[index] = 0xa5 }
        let seen = UnsafeRawBufferPointer(bytes)
        first = nil
        #expect(seen.allSatisfy { $0 == 0xa5 })
        #expect(second?.bytes.count == 48)
        second = nil
        #expect(seen.allSatisfy { $0 == 0 })
    }

    @Test("P10: what a body wrote before it threw is wiped")
    func thrownBodyIsWiped() throws {
        struct Refused: Error {}
        let pattern = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
        var address: UnsafeRawPointer?
        #expect(throws: Refused.self) {
            try SecretBytes(count: pattern.count) { (memory) throws(Refused) in
                memory.copyBytes(from: pattern)
                address = UnsafeRawPointer(memory.baseAddress)
                throw Refused()
            }
        }
        let start: UnsafeRawPointer = try #require(address)
        let seen = UnsafeRawBufferPointer(start: start, count: pattern.count)
        // Another test may have the slot by now; the pattern it cannot have.
        #expect(!seen.elementsEqual(pattern))
    }

    @Test("P10: an array is wiped and emptied")
    func arrayIsWiped() {
        var bytes = [UInt8](repeating: 0xa5, count: 100)
        bytes.withUnsafeMutableBytes { $0.wipe() }
        #expect(bytes == [UInt8](repeating: 0, count: 100))
        bytes.wipe()
        #expect(bytes.isEmpty)
    }

    @Test("Slots that are handed out never overlap, and all sizes are served from one chunk on")
    func slotsAreDistinct() {
        let arena = SecretArena()
        var taken: [UnsafeMutableRawBufferPointer] = []
        for round in 0..<3000 { taken.append(arena.take(1 + (round * 733) % 4096)) }
        let ranges = taken.map { slot -> Range<UInt> in
            let start = UInt(bitPattern: slot.baseAddress)
            return start..<start + UInt(slot.count)
        }.sorted { $0.lowerBound < $1.lowerBound }
        for (left, right) in zip(ranges, ranges.dropFirst()) {
            #expect(left.upperBound <= right.lowerBound)
        }
        for slot in taken { arena.giveBack(slot) }
    }

    @Test("A number of bytes gets the smallest slot that holds it")
    func slotClasses() {
        for count in 1...4096 {
            let size = SlotClass(for: count)
            #expect(size.byteCount >= count)
            #expect(size.index == 0 || size.byteCount / 2 < count)
            #expect((0..<SlotClass.count).contains(size.index))
        }
    }
}
