/// Argon2's working memory: lanes of blocks, filled pass by pass; wiped when it goes.
///
/// - Note: Standard: RFC 9106, sections 3.2 and 3.4.
struct Argon2Memory: ~Copyable {
    let passCount: Int
    let laneCount: Int
    let blocksPerLane: Int
    private let pages: SecretPages
    private let words: UnsafeMutablePointer<UInt64>

    /// Takes the memory.
    ///
    /// Throws `outOfMemory` if the system does not give it.
    init(_ parameters: Argon2id.Parameters) throws(CryptoError) {
        passCount = parameters.iterations
        laneCount = parameters.parallelism
        // Each lane is four slices of whole blocks; what memory does not divide is left out.
        blocksPerLane = parameters.memoryKiB / (4 * laneCount) * 4
        let byteCount = blocksPerLane * laneCount * Argon2Block.byteCount
        guard let pages = SecretPages.mapIfPossible(byteCount),
            let start = pages.bytes.baseAddress
        else {
            throw CryptoError(.outOfMemory, "There is no memory for Argon2id.")
        }
        self.pages = pages
        words = start.bindMemory(to: UInt64.self, capacity: byteCount / 8)
    }

    deinit {
        pages.bytes.wipe()
        pages.unmap()
    }

    var blocksPerSlice: Int { blocksPerLane / 4 }
    var blockCount: Int { blocksPerLane * laneCount }

    /// The 128 words of a block.
    @inline(__always)
    func block(_ lane: Int, _ index: Int) -> UnsafeMutablePointer<UInt64> {
        words + (lane &* blocksPerLane &+ index) &* Argon2Block.wordCount
    }

    /// The bytes of a block.
    func bytes(_ lane: Int, _ index: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: block(lane, index), count: Argon2Block.byteCount)
    }

    /// All blocks' words, lane after lane.
    var allWords: UnsafeBufferPointer<UInt64> {
        UnsafeBufferPointer(start: words, count: blockCount * Argon2Block.wordCount)
    }
}
