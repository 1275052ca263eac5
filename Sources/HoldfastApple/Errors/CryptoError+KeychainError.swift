import HoldfastCore
import HoldfastCrypto

/// Runs a body that speaks cryptography and throws what it throws as the store's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        if error.reason == .authenticationFailed {
            throw KeychainError(.dataCorrupted, "stored data fails its authentication")
        }
        throw KeychainError(
            .unknown, "a cryptographic primitive failed: \(error.message)",
            nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
    }
}
