/// Nonces of one key: a base that is secret, with a number xored into its end.
///
/// The base and the key are derived together and new for each message or context, so that a number
/// that begins at zero again repeats no nonce.
///
/// - Note: Standard: RFC 9180, section 5.2; RFC 8446, section 5.3.
enum CountedNonce {
    /// Lends the nonce of a number; 12 bytes on the stack, wiped afterwards.
    static func withNonce<R>(
        base: UnsafeRawBufferPointer, _ number: UInt64,
        _ body: (UnsafeRawBufferPointer) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        precondition(base.count == AEADAlgorithm.nonceByteCount, "a nonce has 12 bytes")
        // 16 bytes, of which 12 are used.
        var words: (UInt64, UInt64) = (0, 0)
        return try withUnsafeMutableBytes(of: &words) { (memory) throws(CryptoError) -> R in
            defer { memory.wipe() }
            let nonce = UnsafeMutableRawBufferPointer(rebasing: memory[..<base.count])
            nonce.copyMemory(from: base)
            let end = base.count - MemoryLayout<UInt64>.size
            let last = nonce.loadUnaligned(fromByteOffset: end, as: UInt64.self)
            nonce.storeBytes(of: last ^ number.bigEndian, toByteOffset: end, as: UInt64.self)
            return try body(UnsafeRawBufferPointer(nonce))
        }
    }
}
