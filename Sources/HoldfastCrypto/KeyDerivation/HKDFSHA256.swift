/// Derives keys from a secret that already has full entropy, with HKDF and SHA-256.
///
/// It does not slow anybody down who guesses: passwords go through ``Argon2id`` first.
///
/// - Note: Standard: RFC 5869. Vectors: its appendix A, and
///   `Tests/HoldfastCryptoTests/Vectors/wycheproof/hkdf_sha256_test.json`.
public enum HKDFSHA256 {
    /// Most bytes that one derivation gives: 255 blocks of 32.
    public static let maximumByteCount = 255 * SHA256.byteCount

    /// Concentrates a secret into a pseudorandom key.
    ///
    /// - Parameters:
    ///   - salt: 0 or more bytes, not secret; none is the same as 32 zeros.
    ///   - inputKeyMaterial: 0 or more bytes, of which the entropy counts and not the length.
    /// - Returns: 32 bytes.
    public static func extract(salt: [UInt8], inputKeyMaterial: SecretBytes) -> SecretBytes {
        SecretBytes(count: SHA256.byteCount) { output in
            salt.withUnsafeBytes { salt in
                inputKeyMaterial.withUnsafeBytes { extract(into: output, salt: salt, $0) }
            }
        }
    }

    /// Expands a pseudorandom key into as many bytes as are needed.
    ///
    /// - Parameters:
    ///   - pseudoRandomKey: 32 bytes or more, uniformly random, as
    ///     ``extract(salt:inputKeyMaterial:)`` gives.
    ///   - info: 0 or more bytes that name the use; different uses get independent keys.
    ///   - count: 1 to 8,160 bytes.
    /// - Returns: `count` bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` if the key is shorter or `count` is outside
    ///   the range; nothing was computed then.
    public static func expand(
        pseudoRandomKey: SecretBytes, info: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        guard pseudoRandomKey.count >= SHA256.byteCount else {
            throw CryptoError(.invalidLength, "A pseudorandom key of HKDF has 32 bytes or more.")
        }
        try checkOutput(count)
        return SecretBytes(count: count) { output in
            info.withUnsafeBytes { info in
                pseudoRandomKey.withUnsafeBytes { expand(into: output, $0, info: info) }
            }
        }
    }

    /// Extracts and expands in one step.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: 0 or more bytes, of which the entropy counts and not the length.
    ///   - salt: 0 or more bytes, not secret; none is the same as 32 zeros.
    ///   - info: 0 or more bytes that name the use; different uses get independent keys.
    ///   - count: 1 to 8,160 bytes.
    /// - Returns: `count` bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` if `count` is outside the range; nothing was
    ///   computed then.
    public static func derive(
        inputKeyMaterial: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
    ) throws(CryptoError) -> SecretBytes {
        try checkOutput(count)
        return SecretBytes(count: count) { output in
            inputKeyMaterial.withUnsafeBytes { inputKeyMaterial in
                salt.withUnsafeBytes { salt in
                    info.withUnsafeBytes {
                        deriveUnchecked(
                            into: output, inputKeyMaterial: inputKeyMaterial, salt: salt, info: $0)
                    }
                }
            }
        }
    }

    static func checkOutput(_ count: Int) throws(CryptoError) {
        guard (1...maximumByteCount).contains(count) else {
            throw CryptoError(.invalidLength, "HKDF-SHA-256 gives 1 to 8160 bytes.")
        }
    }
}
