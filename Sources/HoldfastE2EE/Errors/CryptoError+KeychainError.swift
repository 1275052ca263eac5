import HoldfastCore
import HoldfastCrypto

/// Runs a body that speaks cryptography and throws what it throws as a store's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(
            .unknown, "a cryptographic primitive failed: \(error.message)",
            nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
    }
}
