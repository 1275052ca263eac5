/// Encrypts and authenticates with AES-256 in Galois/Counter Mode.
///
/// A nonce must never be used twice with one key: that reveals both plaintexts' difference and
/// lets anybody forge. Holdfast therefore derives key and nonce together from a fresh salt
/// (``HKDFSHA256``). A ciphertext does not commit to its key: one can be made that opens under two
/// keys, so where an attacker may choose keys, use ``ChunkedEncryption`` or ``BodySealer``.
///
/// - Note: Standard: NIST SP 800-38D, with the one size of nonce (96 bits) and tag (128 bits).
///   Vectors: `Tests/HoldfastCryptoTests/Vectors/wycheproof/aes_gcm_test.json`.
public enum AES256GCM {
    /// Number of bytes of a key.
    public static let keyByteCount = 32
    /// Number of bytes of a nonce.
    public static let nonceByteCount = 12
    /// Number of bytes of a tag, by which sealed bytes are longer than the plaintext.
    public static let tagByteCount = 16
    /// Most bytes of plaintext, and of associated data: 64 MiB.
    public static let maximumByteCount = 64 << 20

    /// Seals a plaintext.
    ///
    /// - Parameters:
    ///   - plaintext: 0 to 67,108,864 bytes.
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - associatedData: 0 to 67,108,864 bytes; authenticated, not encrypted, not part of the
    ///     result.
    /// - Returns: The ciphertext, as long as the plaintext, then the tag, 16 bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, before any
    ///   work; with `libraryFailure` if the library failed.
    public static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try AEADAlgorithm.aes256GCM.seal(
            plaintext, key: key, nonce: nonce, associatedData: associatedData)
    }

    /// Opens what ``seal(_:key:nonce:associatedData:)`` gave.
    ///
    /// - Parameters:
    ///   - sealed: Ciphertext and tag: 16 to 67,108,880 bytes.
    ///   - key: 32 bytes.
    ///   - nonce: The 12 bytes that were used for sealing.
    ///   - associatedData: The bytes that were given for sealing.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` with `authenticationFailed` if anything differs from what was
    ///   sealed; with `invalidLength` for a length outside these ranges, before any work; with
    ///   `libraryFailure` if the library failed. No plaintext is left anywhere then.
    public static func open(
        _ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        try AEADAlgorithm.aes256GCM.open(
            sealed, key: key, nonce: nonce, associatedData: associatedData)
    }
}
