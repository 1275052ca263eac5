/// A key of HMAC-SHA-256 in the form that work starts from: two hash states that have absorbed the
/// key already.
///
/// - Note: Standard: RFC 2104, section 4, which describes this precomputation.
struct HMACSHA256State: ~Copyable {
    private var inner: SHA256Stream
    private var outer: SHA256Stream

    /// Absorbs a key of 0 or more bytes.
    init(key: UnsafeRawBufferPointer) {
        var block = KeyBlock()
        defer { block.wipe() }
        block.load(key)
        inner = SHA256Stream()
        block.absorb(into: &inner, xoredWith: Self.innerPad)
        outer = SHA256Stream()
        block.absorb(into: &outer, xoredWith: Self.outerPad)
    }

    /// Writes the tag of a message, 32 bytes, which may be memory that the message lies in.
    func authenticate(
        into tag: UnsafeMutableRawBufferPointer, _ message: (inout SHA256Stream) -> Void
    ) {
        SHA256Stream.lend(copying: inner) { stream in
            message(&stream)
            stream.finish(into: tag)
            stream.restart(from: outer)
            stream.absorb(UnsafeRawBufferPointer(tag))
            stream.finish(into: tag)
        }
    }

    /// Writes the tag of the one message of a key, without what reuse would need.
    static func authenticateOnce(
        key: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer,
        _ message: (inout SHA256Stream) -> Void
    ) {
        var block = KeyBlock()
        defer { block.wipe() }
        block.load(key)
        var stream = SHA256Stream()
        block.absorb(into: &stream, xoredWith: innerPad)
        message(&stream)
        stream.finish(into: tag)
        stream.restart()
        block.absorb(into: &stream, xoredWith: outerPad)
        stream.absorb(UnsafeRawBufferPointer(tag))
        stream.finish(into: tag)
    }

    private static let innerPad: UInt8 = 0x36
    private static let outerPad: UInt8 = 0x5c
}

/// One block of SHA-256, 64 bytes, with a key in it that is padded with zeros.
private struct KeyBlock {
    // Eight words and not an array: it lies on the stack, so that nothing is allocated.
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
        (0, 0, 0, 0, 0, 0, 0, 0)

    mutating func load(_ key: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &words) { block in
            if key.count > block.count {
                let digest = UnsafeMutableRawBufferPointer(rebasing: block[..<SHA256.byteCount])
                SHA256.hash(into: digest) { $0.absorb(key) }
            } else {
                block.copyMemory(from: key)
            }
        }
    }

    /// Adds the block to a message, each byte xored with the pad.
    mutating func absorb(into stream: inout SHA256Stream, xoredWith pad: UInt8) {
        let mask = UInt64(repeatingByte: pad)
        applyMask(mask)
        withUnsafeBytes(of: &words) { stream.absorb($0) }
        applyMask(mask)
    }

    mutating func wipe() {
        withUnsafeMutableBytes(of: &words) { $0.wipe() }
    }

    private mutating func applyMask(_ mask: UInt64) {
        words.0 ^= mask
        words.1 ^= mask
        words.2 ^= mask
        words.3 ^= mask
        words.4 ^= mask
        words.5 ^= mask
        words.6 ^= mask
        words.7 ^= mask
    }
}

extension UInt64 {
    fileprivate init(repeatingByte byte: UInt8) {
        self = UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
