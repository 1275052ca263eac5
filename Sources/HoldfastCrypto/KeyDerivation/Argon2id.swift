/// Turns a password into a key at a cost in time and memory that whoever guesses must pay as well.
///
/// It blocks the calling thread for as long as it works (0.1 to 1 second with good parameters), so
/// it does not belong on the cooperative pool.
///
/// - Note: Standard: RFC 9106, Argon2id version 0x13. Vectors:
///   `Tests/HoldfastCryptoTests/Vectors/argon2`.
public enum Argon2id {
    /// Derives a key from a password.
    ///
    /// The working memory is wiped, or by libsodium given back to the system, which clears it
    /// before anybody else has it.
    ///
    /// - Parameters:
    ///   - password: 0 to 4,294,967,295 bytes.
    ///   - salt: 8 to 4,294,967,295 bytes, not secret; 16 random ones are recommended.
    ///   - parameters: Memory, passes and lanes.
    ///   - count: 4 to 4,294,967,295 bytes.
    /// - Returns: `count` bytes.
    /// - Throws: ``CryptoError`` with `invalidLength` for a length outside these ranges, before any
    ///   work; with `outOfMemory` if the memory could not be had.
    public static func derive(
        password: SecretBytes, salt: [UInt8], parameters: Parameters, count: Int
    ) throws(CryptoError) -> SecretBytes {
        try checkLengths(password: password.count, salt: salt.count, output: count)
        return try SecretBytes(count: count) { (output) throws(CryptoError) in
            try password.withUnsafeBytes { (password) throws(CryptoError) in
                try salt.withRawBytes { (salt) throws(CryptoError) in
                    try deriveUnchecked(
                        into: output, password: password, salt: salt, parameters: parameters)
                }
            }
        }
    }

    private static func checkLengths(
        password: Int, salt: Int, output: Int
    ) throws(CryptoError) {
        let most = Int(UInt32.max)
        guard password <= most else {
            throw CryptoError(.invalidLength, "A password for Argon2id has 2^32 - 1 bytes at most.")
        }
        guard (8...most).contains(salt) else {
            throw CryptoError(.invalidLength, "A salt for Argon2id has 8 to 2^32 - 1 bytes.")
        }
        guard (4...most).contains(output) else {
            throw CryptoError(.invalidLength, "Argon2id gives 4 to 2^32 - 1 bytes.")
        }
    }
}
