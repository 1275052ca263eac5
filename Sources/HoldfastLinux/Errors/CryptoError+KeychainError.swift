#if os(Linux)
import Glibc
import HoldfastCore
import HoldfastCrypto

extension KeychainError {
    /// The error for a failed primitive where a failed authentication means damaged data.
    init(_ error: CryptoError) {
        switch error.reason {
        case .authenticationFailed:
            self.init(.dataCorrupted, "stored data fails its authentication")
        case .outOfMemory:
            self.init(Errno(ENOMEM), "there is not enough memory", advice: "free some memory")
        default:
            self.init(
                .unknown, "a cryptographic primitive failed: \(error.message)",
                nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
        }
    }
}

/// Runs a body that speaks cryptography and throws what it throws as the vault's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
#endif
