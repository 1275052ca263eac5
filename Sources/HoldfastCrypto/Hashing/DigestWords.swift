/// Room for a digest on the stack, from which an array is made.
///
/// An array that is copied from there is made by specialised code; one that is made empty and then
/// filled asks the runtime for its type first, which takes as long as hashing some hundred bytes.
enum DigestWords {
    /// Makes an array of what a body writes into 32 bytes of zeros.
    ///
    /// - Parameters:
    ///   - count: how many of the bytes, from the first, are kept.
    ///   - body: writes the digest.
    /// - Returns: the kept bytes.
    static func array(
        keeping count: Int = SHA256.byteCount, _ body: (UnsafeMutableRawBufferPointer) -> Void
    ) -> [UInt8] {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &words) { digest in
            body(digest)
            return [UInt8](UnsafeRawBufferPointer(rebasing: digest[..<count]))
        }
    }
}
