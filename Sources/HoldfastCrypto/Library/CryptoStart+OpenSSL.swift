#if !canImport(CryptoKit)
import COpenSSL

/// How the cryptographic library starts, for programs that know who else uses it.
package enum CryptoStart {
    /// Lets libcrypto leave out what this module does not need, for the whole process.
    ///
    /// Saves about three quarters of a millisecond, which counts in a command that runs for five.
    /// Call it first thing, before any other use of libcrypto.
    ///
    /// Only for an executable of ours that uses libcrypto in no other way: afterwards libcrypto
    /// reads no configuration and finds no algorithm by an old name, so that a TLS library in the
    /// same process may not work. A library must not decide this for its program.
    package static func asOnlyUserInProcess() {
        let result = OPENSSL_init_crypto(
            UInt64(
                OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
                    | OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS)
                // Threads that are still at work when the process ends keep a working library.
                | UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        if result != 1 { fatalError("no memory for libcrypto") }
    }
}
#endif
