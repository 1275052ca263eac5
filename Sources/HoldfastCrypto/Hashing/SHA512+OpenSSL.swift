#if !canImport(CryptoKit)
import COpenSSL

extension SHA512 {
    /// Writes the hash of raw memory, 64 bytes.
    static func digest(
        of message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        precondition(digest.count == byteCount, "a SHA-512 hash has 64 bytes")
        let start = digest.baseAddress?.assumingMemoryBound(to: UInt8.self)
        FetchedAlgorithms.require(
            EVP_Digest(
                message.baseAddress, message.count, start, nil, FetchedAlgorithms.sha512.pointer,
                nil))
    }
}
#endif
