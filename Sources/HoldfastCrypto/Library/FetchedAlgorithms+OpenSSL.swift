#if !canImport(CryptoKit)
import COpenSSL

/// The algorithms of libcrypto that this module uses, fetched once per process.
///
/// A fetch for each use would cost more than the use. They come from the program's own library
/// context, so that an administrator's OpenSSL configuration (a validated provider, say) holds here
/// as it does for the rest of the program.
enum FetchedAlgorithms {
    /// SHA-256; hashing cannot fail in its callers, so a libcrypto without it stops the process.
    static let sha256: Fetched = {
        guard let digest = EVP_MD_fetch(nil, "SHA256", nil) else {
            fatalError("libcrypto has no SHA-256")
        }
        return Fetched(pointer: digest)
    }()

    /// Whether SHA-256 is the default provider's, which is libcrypto's own code.
    static let isSHA256OfDefaultProvider: Bool = {
        guard let name = OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(sha256.pointer)) else {
            return false
        }
        return String(cString: name) == "default"
    }()

    /// SHA-512; as for SHA-256, a libcrypto without it stops the process.
    static let sha512: Fetched = {
        guard let digest = EVP_MD_fetch(nil, "SHA512", nil) else {
            fatalError("libcrypto has no SHA-512")
        }
        return Fetched(pointer: digest)
    }()

    /// AES-128-GCM, or `nil` if libcrypto gives none.
    static let aes128GCM: Fetched? = cipher("AES-128-GCM")
    /// AES-256-GCM, or `nil` if libcrypto gives none.
    static let aes256GCM: Fetched? = cipher("AES-256-GCM")
    /// ChaCha20-Poly1305, or `nil` if libcrypto gives none, as a FIPS provider does.
    static let chaCha20Poly1305: Fetched? = cipher("ChaCha20-Poly1305")

    /// AES-SIV with two AES-128 keys, or `nil` if libcrypto gives none.
    static let aes128SIV: Fetched? = cipher("AES-128-SIV")
    /// AES-SIV with two AES-256 keys, or `nil` if libcrypto gives none.
    static let aes256SIV: Fetched? = cipher("AES-256-SIV")

    /// The curve P-256, or `nil` if libcrypto gives none.
    static let p256: Fetched? = EC_GROUP_new_by_curve_name_ex(nil, nil, NID_X9_62_prime256v1)
        .map(Fetched.init(pointer:))

    /// A key of P-256 with no point, which keys are copied from, or `nil` if libcrypto gives none.
    static let p256Parameters: Fetched? = LibraryKey.make(point: nil, scalar: nil)
        .map(Fetched.init(pointer:))

    private static func cipher(_ name: String) -> Fetched? {
        EVP_CIPHER_fetch(nil, name, nil).map(Fetched.init(pointer:))
    }

    // Safe although unchecked: fetched algorithms are immutable to their users, and crypto(7)
    // documents that several threads may use one. A group is read only by all functions that take
    // it as const, which ours are; keys that several threads use share theirs in the same way. The
    // parameters are only copied from, which reads them.
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
