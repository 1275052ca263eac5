/// Argon2's hash of any length, H', made of BLAKE2b.
///
/// - Note: Standard: RFC 9106, section 3.3.
enum Argon2Hash {
    /// Writes as many bytes of hash as there is output.
    static func hash(
        _ message: (inout BLAKE2b) -> Void, into output: UnsafeMutableRawBufferPointer
    ) {
        let isShort = output.count <= 64
        var first = BLAKE2b(hashByteCount: isShort ? output.count : 64)
        first.absorb(littleEndian: UInt32(output.count))
        message(&first)
        guard !isShort else { return first.finish(into: output) }

        let block = SecretArena.shared.take(64)
        defer { SecretArena.shared.giveBack(block) }
        first.finish(into: block)
        hashChain(from: block, into: output)
    }

    /// Each block of 64 bytes is the hash of the one before; 32 bytes of each are put out, and all
    /// of the last, which is shorter or as long.
    private static func hashChain(
        from block: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) {
        var rest = output
        while true {
            rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<32]))
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[32...])
            let isLast = rest.count <= 64
            var next = BLAKE2b(hashByteCount: min(rest.count, 64))
            next.absorb(UnsafeRawBufferPointer(block))
            guard !isLast else { return next.finish(into: rest) }
            next.finish(into: block)
        }
    }
}
