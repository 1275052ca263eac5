#if canImport(CryptoKit)
import CryptoKit

extension SHA512 {
    /// Writes the hash of raw memory, 64 bytes.
    static func digest(
        of message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        precondition(digest.count == byteCount, "a SHA-512 hash has 64 bytes")
        var hasher = CryptoKit.SHA512()
        hasher.update(bufferPointer: message)
        hasher.finalize().withUnsafeBytes { digest.copyMemory(from: $0) }
    }
}
#endif
