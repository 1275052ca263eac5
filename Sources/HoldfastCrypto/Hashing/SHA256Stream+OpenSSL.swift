#if !canImport(CryptoKit)
import COpenSSL

// A new EVP_MD_CTX each time: libcrypto wipes the state only when it frees it, and a pool would
// save 0.05 microseconds.
/// A SHA-256 computation in progress, which takes its message in parts.
///
/// Its state is wiped when it goes.
package struct SHA256Stream: ~Copyable {
    private let context: OpaquePointer

    /// Starts with an empty message.
    init() {
        context = Self.makeContext()
        FetchedAlgorithms.require(
            EVP_DigestInit_ex2(context, FetchedAlgorithms.sha256.pointer, nil))
    }

    /// Starts with what another computation has absorbed so far.
    init(copying other: borrowing SHA256Stream) {
        context = Self.makeContext()
        FetchedAlgorithms.require(EVP_MD_CTX_copy_ex(context, other.context))
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Adds raw memory to the message.
    package mutating func absorb(_ part: UnsafeRawBufferPointer) {
        guard let start = part.baseAddress, part.count > 0 else { return }
        FetchedAlgorithms.require(EVP_DigestUpdate(context, start, part.count))
    }

    /// Starts again with an empty message.
    mutating func restart() {
        FetchedAlgorithms.require(
            EVP_DigestInit_ex2(context, FetchedAlgorithms.sha256.pointer, nil))
    }

    /// Starts again with what another computation has absorbed so far.
    mutating func restart(from other: borrowing SHA256Stream) {
        FetchedAlgorithms.require(EVP_MD_CTX_copy_ex(context, other.context))
    }

    /// Writes the hash of the message, 32 bytes; only a restart may follow.
    mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == SHA256.byteCount, "a SHA-256 hash has 32 bytes")
        let start = digest.baseAddress?.assumingMemoryBound(to: UInt8.self)
        FetchedAlgorithms.require(EVP_DigestFinal_ex(context, start, nil))
    }

    private static func makeContext() -> OpaquePointer {
        guard let context = EVP_MD_CTX_new() else { fatalError("no memory to hash with") }
        return context
    }
}
#endif
