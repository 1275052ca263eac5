public import HoldfastCrypto

/// What is sealed: the content with its salt, filled up to a ``PaddedLength``.
///
/// The salt is drawn once for a message and kept with it, so that another attempt at it has the same
/// ``ContentID``.
public struct MessageBody: Sendable {
    /// Number of bytes of a salt.
    public static let saltByteCount = 32
    /// Most bytes of a content.
    public static let maximumContentByteCount = PaddedLength.maximum - saltByteCount - 4

    /// 32 random bytes that hide the content behind its name.
    public let salt: SecretBytes
    /// What the app sends, 0 to ``maximumContentByteCount`` bytes.
    public let content: SecretBytes

    /// Puts a content and its salt together.
    ///
    /// - Parameters:
    ///   - content: what the app sends.
    ///   - salt: 32 random bytes.
    /// - Throws: ``WireError`` with `tooLong` or `invalidValue` for other lengths.
    public init(_ content: SecretBytes, salt: SecretBytes) throws(WireError) {
        guard content.count <= Self.maximumContentByteCount else {
            throw WireError(.tooLong, in: "content")
        }
        guard salt.count == Self.saltByteCount else {
            throw WireError(.invalidValue, in: "salt")
        }
        self.salt = salt
        self.content = content
    }

    /// The content's name.
    public var contentID: ContentID {
        ContentID(
            known: SHA256.hash { hash in
                hash.absorb(WireLabel.content.bytes)
                hash.absorb(salt)
                hash.absorb(content)
            })
    }

    /// The bytes to seal.
    ///
    /// - Returns: as many bytes as ``PaddedLength`` gives for these.
    public func padded() -> SecretBytes {
        let length = WireWriter.length(of: content.count)
        let used = Self.saltByteCount + length.count + content.count
        // The content's own bound is below the largest length.
        let count = PaddedLength.padded(used) ?? used
        return SecretBytes(count: count) { output in
            salt.withUnsafeBytes { output.copyMemory(from: $0) }
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[Self.saltByteCount...])
            rest.copyBytes(from: length)
            content.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: rest[length.count...])
                    .copyMemory(from: bytes)
            }
        }
    }

    /// Reads what was sealed.
    ///
    /// - Parameter padded: what ``padded()`` gave.
    /// - Throws: ``WireError``; `notCanonical` for a fill that is not zeros or not the right length.
    public init(padded: SecretBytes) throws(WireError) {
        let salt = padded.withUnsafeBytes { bytes in
            SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.saltByteCount)))
        }
        let (count, start) = try padded.withUnsafeBytes { (bytes) throws(WireError) in
            // Only the length is read in ordinary memory, never the content.
            let first = bytes.dropFirst(Self.saltByteCount).prefix(4)
            return try WireReader.length(in: [UInt8](first), "content")
        }
        let begin = Self.saltByteCount + start
        guard count <= padded.count - begin else { throw WireError(.truncated, in: "content") }
        let content = padded.withUnsafeBytes { bytes in
            SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[begin..<(begin + count)]))
        }
        let isZero = padded.withUnsafeBytes { bytes in
            bytes[(begin + count)...].reduce(0, |) == 0
        }
        guard isZero, PaddedLength.padded(begin + count) == padded.count else {
            throw WireError(.notCanonical, in: "padding")
        }
        try self.init(content, salt: salt)
    }
}
