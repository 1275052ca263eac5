#if !canImport(CryptoKit)
import COpenSSL

/// The algorithms of libcrypto that this module uses, fetched once per process.
///
/// They come from a library context of our own. So the program's OpenSSL configuration is neither
/// read (it costs half a millisecond, and an `OPENSSL_CONF` in the environment could name a
/// provider of an attacker's) nor changed for the rest of the program.
enum OpenSSLLibrary {
    /// SHA-256; hashing cannot fail in its callers, so a libcrypto without it stops the process.
    static let sha256: Fetched = {
        guard let digest = EVP_MD_fetch(context.pointer, "SHA256", nil) else {
            fatalError("libcrypto has no SHA-256")
        }
        return Fetched(pointer: digest)
    }()

    /// AES-256-GCM, or `nil` if libcrypto gives none.
    static let aes256GCM: Fetched? = EVP_CIPHER_fetch(context.pointer, "AES-256-GCM", nil)
        .map(Fetched.init(pointer:))

    private static let context: Fetched = {
        guard let context = OSSL_LIB_CTX_new() else { fatalError("no memory for libcrypto") }
        return Fetched(pointer: context)
    }()

    // Safe although unchecked: fetched algorithms and library contexts are immutable to their
    // users and documented as usable from several threads (OSSL_LIB_CTX(3), crypto(7)).
    /// An object of libcrypto that lives as long as the process.
    struct Fetched: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Stops the process if a hashing call failed, which it does only when memory is exhausted.
    @inline(__always)
    static func require(_ result: Int32) {
        if result != 1 { fatalError("libcrypto failed to hash: no memory left") }
    }
}
#endif
