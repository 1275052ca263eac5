import CRawSodium

/// Argon2id as libsodium gives it, with nothing around it.
enum BareArgon2id {
    /// Stretches a passcode at a cost.
    static func stretch(_ passcode: [UInt8], memoryKiB: Int, iterations: Int) throws {
        guard sodium_init() >= 0 else { throw BenchFailure("libsodium cannot be set up") }
        var key = [UInt8](repeating: 0, count: 32)
        let salt = [UInt8](repeating: 1, count: 16)
        let result = crypto_pwhash_argon2id(
            &key, UInt64(key.count), passcode.map(CChar.init(bitPattern:)), UInt64(passcode.count),
            salt, UInt64(iterations), memoryKiB * 1_024, crypto_pwhash_argon2id_alg_argon2id13())
        guard result == 0 else { throw BenchFailure("libsodium has no memory for Argon2id") }
    }
}
