/// Seals the body of one message, under a content key that is fresh and that several recipients
/// get, each wrapped for itself.
///
/// A sender could otherwise make one ciphertext that shows two recipients two texts, by giving them
/// two keys. The ``commitment`` forbids it: it belongs to one key, stands in the header that is
/// signed, and is checked before anything is opened.
///
/// It can be used once, as a content key can.
///
/// - Note: Construction: key, base nonce and commitment are HKDF-SHA256 (RFC 5869) of the content
///   key; the body is AES-256-GCM in chunks of 64 KiB whose nonces are those of TLS 1.3 (RFC 8446,
///   section 5.3), with the header's hash, the chunk's number and whether it is the last one
///   authenticated. It is the raw mode of C2SP's chunked-encryption with a commitment beside.
public struct BodySealer: ~Copyable, Sendable {
    /// Number of bytes of a content key.
    public static let contentKeyByteCount = 32
    /// Number of bytes of a commitment.
    public static let commitmentByteCount = CommittedKey.commitmentByteCount
    /// Number of bytes of every chunk but the last, so that a text is in one.
    public static let chunkByteCount = 64 << 10
    /// Most bytes of a body: 64 MiB.
    public static let maximumByteCount = AEADAlgorithm.maximumByteCount

    private let key: CommittedKey

    /// Derives what one message needs.
    ///
    /// - Parameters:
    ///   - contentKey: 32 random bytes that no other message has.
    ///   - info: 1 or more bytes that name the use and the message; the opener must give the same.
    /// - Throws: ``CryptoError`` with `invalidLength` for another length.
    public init(contentKey: SecretBytes, info: [UInt8]) throws(CryptoError) {
        key = try Self.derive(contentKey, info)
    }

    /// Tells how long a sealed body is.
    ///
    /// - Parameter byteCount: Number of bytes of the body, 0 or more.
    /// - Returns: The body's own, and 16 for each chunk of 64 KiB begun.
    public static func sealedByteCount(of byteCount: Int) -> Int {
        layout.sealedByteCount(of: byteCount)
    }

    /// What the header must hold, 32 bytes; it is no secret.
    public var commitment: [UInt8] { key.commitment }

    /// Seals the body; the header, which has the commitment, is complete by now.
    ///
    /// - Parameters:
    ///   - body: 0 to 67,108,864 bytes.
    ///   - headerHash: The SHA-256 of the header, 32 bytes.
    /// - Returns: The sealed chunks: the body's bytes and a tag of 16 for each chunk begun.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, with
    ///   `libraryFailure` if the library failed.
    public consuming func seal(
        _ body: SecretBytes, headerHash: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard body.count <= Self.maximumByteCount else {
            throw CryptoError(.invalidLength, "A body has 64 MiB at most.")
        }
        let cipher = try Self.cipher(key, headerHash)
        return try [UInt8](count: Self.layout.sealedByteCount(of: body.count)) {
            (output) throws(CryptoError) in
            try body.withUnsafeBytes { (body) throws(CryptoError) in
                try cipher.seal(body, into: output)
            }
        }
    }
}

extension BodySealer {
    static let layout = ChunkLayout(chunkByteCount: chunkByteCount, lastIsShorter: false)

    static func derive(
        _ contentKey: SecretBytes, _ info: [UInt8]
    ) throws(CryptoError) -> CommittedKey {
        guard contentKey.count == contentKeyByteCount, !info.isEmpty else {
            throw CryptoError(.invalidLength, "A content key has 32 bytes, and a use with a name.")
        }
        return CommittedKey(.aes256GCM) { output in
            contentKey.withUnsafeBytes { contentKey in
                info.withUnsafeBytes {
                    HKDFSHA256.deriveUnchecked(
                        into: output, inputKeyMaterial: contentKey,
                        salt: UnsafeRawBufferPointer(start: nil, count: 0), info: $0)
                }
            }
        }
    }

    static func cipher(
        _ key: CommittedKey, _ headerHash: [UInt8]
    ) throws(CryptoError) -> ChunkedCipher {
        guard headerHash.count == SHA256.byteCount else {
            throw CryptoError(.invalidLength, "A header's hash has 32 bytes.")
        }
        return ChunkedCipher(key: key, layout: layout) { index, isLast in
            let number = withUnsafeBytes(of: index.bigEndian) { [UInt8]($0) }
            return headerHash + number + [isLast ? 1 : 0]
        }
    }
}
