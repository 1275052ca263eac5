import HoldfastCrypto

extension KeychainError {
    /// The error for a primitive that failed for a reason of its own, whatever it worked on.
    init(_ error: CryptoError) {
        self.init(
            .unknown, "a cryptographic primitive failed: \(error.message)",
            nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
    }
}

/// Runs a body that speaks cryptography and throws what it throws as a store's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
