/// Seals and opens a whole message in chunks, each with its own nonce and tag.
///
/// The number of a chunk is in its nonce, and so chunks can be neither exchanged nor left out; the
/// last is told by the layout, or by what is authenticated beside.
struct ChunkedCipher {
    let key: CommittedKey
    let layout: ChunkLayout
    /// What is authenticated with each chunk, given its number and whether it is the last.
    let associatedData: (_ index: UInt64, _ isLast: Bool) -> [UInt8]

    /// Seals a message into memory of exactly its sealed length.
    func seal(
        _ plaintext: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try forEachChunk(of: plaintext.count) { (chunk) throws(CryptoError) in
            let output = UnsafeMutableRawBufferPointer(rebasing: output[chunk.sealed])
            let input = UnsafeRawBufferPointer(rebasing: plaintext[chunk.plain])
            let associatedData = associatedData(chunk.index, chunk.isLast)
            try key.withKeyAndNonce(ofChunk: chunk.index) { (key, nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try self.key.algorithm.seal(
                        input, key: key, nonce: nonce, associatedData: associatedData,
                        into: output)
                }
            }
        }
    }

    /// Opens a sealed message into memory of exactly the plaintext's length.
    ///
    /// The caller takes no byte of it before this returns: an error may follow chunks that are good.
    func open(
        _ sealed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try forEachChunk(of: output.count) { (chunk) throws(CryptoError) in
            let output = UnsafeMutableRawBufferPointer(rebasing: output[chunk.plain])
            let input = UnsafeRawBufferPointer(rebasing: sealed[chunk.sealed])
            let associatedData = associatedData(chunk.index, chunk.isLast)
            try key.withKeyAndNonce(ofChunk: chunk.index) { (key, nonce) throws(CryptoError) in
                try associatedData.withRawBytes { (associatedData) throws(CryptoError) in
                    try self.key.algorithm.open(
                        input, key: key, nonce: nonce, associatedData: associatedData,
                        into: output)
                }
            }
        }
    }

    private struct Chunk {
        let index: UInt64
        let isLast: Bool
        let plain: Range<Int>
        let sealed: Range<Int>
    }

    private func forEachChunk(
        of byteCount: Int, _ body: (Chunk) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        let count = layout.chunkCount(of: byteCount)
        for index in 0..<count {
            let start = index * layout.chunkByteCount
            let end = min(start + layout.chunkByteCount, byteCount)
            let tags = index * AEADAlgorithm.tagByteCount
            try body(
                Chunk(
                    index: UInt64(index), isLast: index == count - 1, plain: start..<end,
                    sealed: (start + tags)..<(end + tags + AEADAlgorithm.tagByteCount)))
        }
    }
}
