/// Opens the body of a message that ``BodySealer`` sealed.
///
/// It exists only for the content key that the message's commitment belongs to.
public struct BodyOpener: Sendable {
    private let key: CommittedKey

    /// Derives what opening needs, and checks the commitment, before any ciphertext is touched.
    ///
    /// - Parameters:
    ///   - contentKey: The 32 bytes that were unwrapped.
    ///   - info: What the sender gave.
    ///   - commitment: What the header holds.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if the commitment is to another key or
    ///   use; with `invalidLength` if the key has another length or the use no name.
    public init(
        contentKey: SecretBytes, info: [UInt8], commitment: [UInt8]
    ) throws(CryptoError) {
        key = try BodySealer.derive(contentKey, info)
        try key.check(commitment)
    }

    /// Opens the body.
    ///
    /// - Parameters:
    ///   - sealed: What ``BodySealer/seal(_:headerHash:)`` gave.
    ///   - headerHash: The SHA-256 of the header, 32 bytes.
    /// - Returns: The whole body, once its last chunk proved to be the last.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed, the order or the number of the chunks included; with `invalidLength` for a length
    ///   that no sealed body has; with `libraryFailure` if the library failed. No plaintext is left
    ///   anywhere then.
    public func open(
        _ sealed: [UInt8], headerHash: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        let cipher = try BodySealer.cipher(key, headerHash)
        let count = try BodySealer.layout.byteCount(ofSealed: sealed.count)
        guard count <= BodySealer.maximumByteCount else {
            throw CryptoError(.invalidLength, "A body has 64 MiB at most.")
        }
        return try SecretBytes(count: count) { (output) throws(CryptoError) in
            try sealed.withRawBytes { (sealed) throws(CryptoError) in
                try cipher.open(sealed, into: output)
            }
        }
    }
}
