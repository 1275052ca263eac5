#if !canImport(CryptoKit)
import CSodium

extension Argon2id {
    /// Uses libsodium where it can do what is asked for, our own implementation otherwise.
    static func deriveUnchecked(
        into output: UnsafeMutableRawBufferPointer, password: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, parameters: Parameters
    ) throws(CryptoError) {
        guard sodiumCanDerive(salt: salt.count, output: output.count, parameters) else {
            return try deriveInSwift(
                into: output, Inputs(password: password, salt: salt), parameters: parameters)
        }
        try deriveWithSodium(
            into: output, password: password, salt: salt, parameters: parameters)
    }

    /// Whether the derivation lies within libsodium's bounds, which are narrower than RFC 9106's.
    static func sodiumCanDerive(salt: Int, output: Int, _ parameters: Parameters) -> Bool {
        parameters.parallelism == 1
            && salt == Int(crypto_pwhash_argon2id_saltbytes())
            && output >= Int(crypto_pwhash_argon2id_bytes_min())
            && parameters.iterations >= Int(crypto_pwhash_argon2id_opslimit_min())
            && parameters.memoryKiB * 1024 >= Int(crypto_pwhash_argon2id_memlimit_min())
            && parameters.memoryKiB * 1024 <= crypto_pwhash_argon2id_memlimit_max()
    }

    static func deriveWithSodium(
        into output: UnsafeMutableRawBufferPointer, password: UnsafeRawBufferPointer,
        salt: UnsafeRawBufferPointer, parameters: Parameters
    ) throws(CryptoError) {
        // It chooses the code for this processor; asked here, because nothing else needs libsodium.
        guard sodium_init() >= 0 else {
            throw CryptoError(.libraryFailure, "libsodium could not start.")
        }
        guard let key = output.baseAddress, let salt = salt.baseAddress else {
            preconditionFailure("output and salt have been found not to be empty")
        }
        // An empty password may have no address, but libsodium wants one; it reads nothing there.
        let passwordStart = password.baseAddress ?? UnsafeRawPointer(key)
        let result = crypto_pwhash_argon2id(
            key.assumingMemoryBound(to: UInt8.self), UInt64(output.count),
            passwordStart.assumingMemoryBound(to: CChar.self), UInt64(password.count),
            salt.assumingMemoryBound(to: UInt8.self),
            UInt64(parameters.iterations), parameters.memoryKiB * 1024,
            crypto_pwhash_argon2id_alg_argon2id13())
        guard result == 0 else {
            throw CryptoError(.outOfMemory, "There is no memory for Argon2id.")
        }
    }
}
#endif
