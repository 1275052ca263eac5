/// The hash SHA-256.
///
/// A hash of a secret with little entropy is as good as the secret to whoever can guess; use
/// ``HMACSHA256Key`` where a key should stand between.
///
/// - Note: Standard: FIPS 180-4.
public enum SHA256 {
    /// Number of bytes of a hash.
    public static let byteCount = 32

    /// Hashes bytes.
    ///
    /// - Parameter bytes: 0 or more bytes.
    /// - Returns: 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        hash { $0.absorb(bytes) }
    }

    /// Hashes a message that comes in parts, without joining them.
    ///
    /// The parts' borders leave no trace in the hash: where they matter, absorb lengths as well.
    ///
    /// - Parameter message: Adds the parts, in order.
    /// - Returns: 32 bytes.
    package static func hash(_ message: (inout SHA256Stream) -> Void) -> [UInt8] {
        DigestWords.array { hash(into: $0, message) }
    }

    /// Computes the beginning of the hash of bytes.
    ///
    /// - Parameters:
    ///   - count: how many bytes of the hash are kept, 1 to 32.
    ///   - bytes: 0 or more bytes.
    /// - Returns: as many bytes.
    package static func hash(keeping count: Int, _ bytes: [UInt8]) -> [UInt8] {
        DigestWords.array(keeping: count) { hash(into: $0) { $0.absorb(bytes) } }
    }

    /// Hashes a message that comes in parts into the caller's memory.
    ///
    /// - Parameters:
    ///   - digest: 32 bytes, all written.
    ///   - message: Adds the parts, in order.
    package static func hash(
        into digest: UnsafeMutableRawBufferPointer, _ message: (inout SHA256Stream) -> Void
    ) {
        SHA256Stream.lend { stream in
            message(&stream)
            stream.finish(into: digest)
        }
    }
}
