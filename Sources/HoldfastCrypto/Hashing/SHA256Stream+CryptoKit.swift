#if canImport(CryptoKit)
import CryptoKit

/// A SHA-256 computation in progress, which takes its message in parts.
///
/// Its state is CryptoKit's; CryptoKit documents no wiping of it.
package struct SHA256Stream: ~Copyable {
    private var hasher: CryptoKit.SHA256

    /// Starts with an empty message.
    init() {
        hasher = CryptoKit.SHA256()
    }

    /// Starts with what another computation has absorbed so far.
    init(copying other: borrowing SHA256Stream) {
        hasher = other.hasher
    }

    /// Lends a computation that starts with an empty message, for the length of a call.
    static func lend(_ body: (inout SHA256Stream) -> Void) {
        var stream = SHA256Stream()
        body(&stream)
    }

    /// Lends a computation that starts with what another has absorbed so far.
    static func lend(
        copying other: borrowing SHA256Stream, _ body: (inout SHA256Stream) -> Void
    ) {
        var stream = SHA256Stream(copying: other)
        body(&stream)
    }

    /// Adds raw memory to the message.
    package mutating func absorb(_ part: UnsafeRawBufferPointer) {
        hasher.update(bufferPointer: part)
    }

    /// Starts again with an empty message.
    mutating func restart() {
        hasher = CryptoKit.SHA256()
    }

    /// Starts again with what another computation has absorbed so far.
    mutating func restart(from other: borrowing SHA256Stream) {
        hasher = other.hasher
    }

    /// Writes the hash of the message, 32 bytes; only a restart may follow.
    mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == SHA256.byteCount, "a SHA-256 hash has 32 bytes")
        hasher.finalize().withUnsafeBytes { digest.copyMemory(from: $0) }
    }
}
#endif
