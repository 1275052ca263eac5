// Safe although unchecked: the state is written only in `init`; work starts from copies of it, and
// making a copy (of a value's bytes, or by EVP_MD_CTX_copy_ex) only reads its source.
/// A key that authenticates messages with HMAC-SHA-256.
///
/// The key is absorbed once, so that each message costs the message alone; make one key and keep
/// it. What is kept of it is wiped on release.
///
/// - Note: Standard: RFC 2104 with SHA-256 (FIPS 198-1). Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/wycheproof/hmac_sha256_test.json`.
public final class HMACSHA256Key: @unchecked Sendable {
    /// Number of bytes of a tag.
    public static let tagByteCount = 32

    let state: HMACSHA256State

    /// Absorbs a key.
    ///
    /// - Parameter key: 0 or more bytes; 32 random ones give the full strength.
    public init(_ key: SecretBytes) {
        state = key.withUnsafeBytes { HMACSHA256State(key: $0) }
    }

    /// Absorbs a key that lies in raw memory.
    package init(_ key: UnsafeRawBufferPointer) {
        state = HMACSHA256State(key: key)
    }

    /// Computes the tag of a message.
    ///
    /// - Parameter message: 0 or more bytes.
    /// - Returns: 32 bytes.
    public func authenticate(_ message: [UInt8]) -> [UInt8] {
        authenticate { $0.absorb(message) }
    }

    /// Tells whether a tag is the one of a message, in time that does not depend on the tag.
    ///
    /// - Parameters:
    ///   - tag: A tag of 32 bytes; one of another length is not valid. It is never shortened.
    ///   - message: 0 or more bytes.
    /// - Returns: `true` if whoever made the tag had this key and this message.
    public func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
        tag.withUnsafeBytes { isValid($0) { $0.absorb(message) } }
    }
}

extension HMACSHA256Key {
    /// Computes the tag of a message that comes in parts, without joining them.
    ///
    /// The parts' borders leave no trace in the tag: where they matter, absorb lengths as well.
    ///
    /// - Parameter message: Adds the parts, in order.
    /// - Returns: 32 bytes.
    package func authenticate(_ message: (inout SHA256Stream) -> Void) -> [UInt8] {
        authenticate(keeping: Self.tagByteCount, message)
    }

    /// Computes the beginning of the tag of a message that comes in parts.
    ///
    /// - Parameters:
    ///   - count: how many bytes of the tag are kept, 1 to 32.
    ///   - message: Adds the parts, in order.
    /// - Returns: as many bytes.
    /// - Note: Standard: RFC 2104, section 5, on truncated tags: not less than 16 bytes.
    package func authenticate(
        keeping count: Int, _ message: (inout SHA256Stream) -> Void
    ) -> [UInt8] {
        DigestWords.array(keeping: count) { state.authenticate(into: $0, message) }
    }

    /// Computes the tag of a message that comes in parts into the caller's memory.
    ///
    /// - Parameters:
    ///   - tag: 32 bytes, all written.
    ///   - message: Adds the parts, in order.
    package func authenticate(
        into tag: UnsafeMutableRawBufferPointer, _ message: (inout SHA256Stream) -> Void
    ) {
        state.authenticate(into: tag, message)
    }

    /// Computes the tag of a message in raw memory into the caller's memory.
    ///
    /// - Parameters:
    ///   - message: 0 or more bytes.
    ///   - tag: 32 bytes, all written.
    package func authenticate(
        _ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer
    ) {
        state.authenticate(into: tag) { $0.absorb(message) }
    }

    /// Tells whether a tag is the one of a message that comes in parts.
    ///
    /// - Parameters:
    ///   - tag: A tag of 32 bytes; one of another length is not valid.
    ///   - message: Adds the parts, in order.
    /// - Returns: `true` if whoever made the tag had this key and this message.
    package func isValid(
        _ tag: UnsafeRawBufferPointer, for message: (inout SHA256Stream) -> Void
    ) -> Bool {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &words) { expected in
            // The right tag of a forged message is as good as a key for that message.
            defer { expected.wipe() }
            state.authenticate(into: expected, message)
            return equalInConstantTime(tag, UnsafeRawBufferPointer(expected))
        }
    }
}

extension HMACSHA256Key: CustomStringConvertible, CustomReflectable {
    /// The type's name, and nothing of the key (P10).
    public var description: String { "HMACSHA256Key" }

    /// A mirror without children, so that `dump` and debuggers show nothing of the key (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
