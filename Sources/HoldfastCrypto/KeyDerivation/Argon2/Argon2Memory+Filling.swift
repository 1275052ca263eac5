extension Argon2Memory {
    /// Fills all slices of one pass; the first two blocks of each lane are there already.
    ///
    /// The lanes of a slice do not depend on each other; they are computed one after another.
    func fill(pass: Int) {
        let room = SecretArena.shared.take(4 * Argon2Block.byteCount)
        defer { SecretArena.shared.giveBack(room) }
        let words = room.bindMemory(to: UInt64.self)
        guard let start = words.baseAddress else { preconditionFailure("there is room") }
        for slice in 0..<4 {
            for lane in 0..<laneCount {
                Argon2Segment(pass: pass, slice: slice, lane: lane).fill(self, room: start)
            }
        }
    }
}

/// One lane's part of one slice in one pass.
private struct Argon2Segment {
    let pass: Int
    let slice: Int
    let lane: Int

    /// Whether the blocks to mix in are chosen without looking at the memory: in the first half of
    /// the first pass, which is what makes Argon2id of Argon2i and Argon2d.
    var choosesBlindly: Bool { pass == 0 && slice < 2 }

    /// Fills the segment; the room holds four blocks of zeros.
    func fill(_ memory: borrowing Argon2Memory, room: UnsafeMutablePointer<UInt64>) {
        let block = Argon2Block(scratch: room)
        var choices = BlindChoices(self, memory, room: room + Argon2Block.wordCount)
        let sliceStart = slice * memory.blocksPerSlice
        // The first two blocks of a lane come from the password.
        let first = pass == 0 && slice == 0 ? 2 : 0
        if choosesBlindly && first > 0 { choices.next(block) }
        var position = first
        while position < memory.blocksPerSlice {
            let index = sliceStart &+ position
            let previous = memory.block(lane, (index == 0 ? memory.blocksPerLane : index) &- 1)
            if choosesBlindly && position & 127 == 0 { choices.next(block) }
            let choice = choosesBlindly ? choices.words[position & 127] : previous[0]
            block.compress(
                previous, reference(choice, position, memory),
                into: memory.block(lane, index), keepingTarget: pass > 0)
            position &+= 1
        }
    }

    /// Section 3.4.2: maps a choice of 64 bits to a finished block.
    @inline(__always)
    private func reference(
        _ choice: UInt64, _ position: Int, _ memory: borrowing Argon2Memory
    ) -> UnsafeMutablePointer<UInt64> {
        let isFirstSlice = pass == 0 && slice == 0
        let otherLane = Int((choice &>> 32) % UInt64(memory.laneCount))
        let chosenLane = isFirstSlice ? lane : otherLane
        let finishedSlices = pass == 0 ? slice : 3
        // Of the own lane all but the block just before; of another lane the finished slices, less
        // their last block while the first of this segment is made.
        let inReach =
            finishedSlices &* memory.blocksPerSlice
            &+ (chosenLane == lane ? position &- 1 : (position == 0 ? -1 : 0))
        let low = choice & 0xffff_ffff
        let square = (low &* low) &>> 32
        let back = Int((UInt64(inReach) &* square) &>> 32)
        let start = pass == 0 || slice == 3 ? 0 : (slice &+ 1) &* memory.blocksPerSlice
        let index = (start &+ inReach &- 1 &- back) % memory.blocksPerLane
        return memory.block(chosenLane, index)
    }
}

/// Section 3.4.1.2: the choices that do not depend on the memory, 128 at a time.
private struct BlindChoices {
    /// The choices at hand.
    let words: UnsafeMutablePointer<UInt64>
    private let input: UnsafeMutablePointer<UInt64>
    private let zeros: UnsafeMutablePointer<UInt64>

    /// Prepares the input in a room of three blocks, the last of which is zero and stays so.
    init(
        _ segment: Argon2Segment, _ memory: borrowing Argon2Memory,
        room: UnsafeMutablePointer<UInt64>
    ) {
        words = room
        input = room + Argon2Block.wordCount
        zeros = room + 2 * Argon2Block.wordCount
        input[0] = UInt64(segment.pass)
        input[1] = UInt64(segment.lane)
        input[2] = UInt64(segment.slice)
        input[3] = UInt64(memory.blockCount)
        input[4] = UInt64(memory.passCount)
        input[5] = UInt64(Argon2id.typeNumber)
        input[6] = 0
    }

    /// Makes the next 128 choices.
    mutating func next(_ block: Argon2Block) {
        input[6] += 1
        block.compress(zeros, input, into: words, keepingTarget: false)
        block.compress(zeros, words, into: words, keepingTarget: false)
    }
}
