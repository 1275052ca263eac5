/// How a message is cut into chunks; there is one way for each length.
struct ChunkLayout: Sendable {
    /// Number of bytes of every chunk but the last.
    let chunkByteCount: Int
    /// Whether the last chunk is always shorter than the others, and by that known to be the last.
    ///
    /// Otherwise it may be full, and is empty only if the message is.
    let lastIsShorter: Bool

    /// Number of chunks of a message.
    func chunkCount(of byteCount: Int) -> Int {
        lastIsShorter
            ? byteCount / chunkByteCount + 1
            : max(1, (byteCount + chunkByteCount - 1) / chunkByteCount)
    }

    /// Number of sealed bytes of a message: its own, and a tag for each chunk.
    func sealedByteCount(of byteCount: Int) -> Int {
        byteCount + chunkCount(of: byteCount) * AEADAlgorithm.tagByteCount
    }

    /// Number of bytes of the message that has so many sealed bytes.
    ///
    /// - Throws: `invalidLength` if no message has, as when a chunk was cut off.
    func byteCount(ofSealed sealedCount: Int) throws(CryptoError) -> Int {
        let tag = AEADAlgorithm.tagByteCount
        let (full, rest) = sealedCount.quotientAndRemainder(dividingBy: chunkByteCount + tag)
        let hasEmptyLast = rest == tag && (lastIsShorter || full == 0)
        let hasFullLast = rest == 0 && full > 0 && !lastIsShorter
        guard rest > tag || hasEmptyLast || hasFullLast else {
            throw CryptoError(.invalidLength, "No message in chunks has this length.")
        }
        return full * chunkByteCount + max(rest - tag, 0)
    }
}
