import HoldfastCore
import HoldfastCrypto

extension KeychainError {
    /// The error for a failed primitive where a failed authentication means damaged data.
    init(_ error: CryptoError) {
        if error.reason == .authenticationFailed {
            self.init(.dataCorrupted, "stored data fails its authentication")
        } else {
            self.init(
                .unknown, "a cryptographic primitive failed: \(error.message)",
                nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
        }
    }
}

/// Runs a body that speaks cryptography and throws what it throws as the store's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
