#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastWire

extension KeychainError {
    /// The error for a failed primitive where a failed authentication means damaged data.
    init(_ error: CryptoError) {
        guard error.reason == .authenticationFailed else {
            self.init(
                .unknown, "a cryptographic primitive failed: \(error.message)",
                nativeDomain: "holdfast.crypto", nativeCode: error.nativeCode)
            return
        }
        self.init(.dataCorrupted, "stored data fails its authentication")
    }

    /// The error for a row that was authenticated and cannot be read.
    init(stored error: WireError) {
        self =
            error.reason == .newerVersion
            ? KeychainError(
                .unsupported, "a row of the history is of a newer version (\(error.field))",
                advice: "use the newer version of this program that wrote it; it is untouched")
            : KeychainError(.dataCorrupted, "a row of the history cannot be read (\(error.field))")
    }

    /// The error for rows that are not as they were written.
    static let damagedHistory = KeychainError(
        .dataCorrupted, "the history was changed or damaged outside of this program",
        advice: "keep the files for an expert, and restore the messages from a backup")
}

/// Runs a body that speaks cryptography and throws what it throws as the history's error.
func crypto<R>(_ body: () throws(CryptoError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}

/// Runs a body that reads a row and throws what it throws as the history's error.
func stored<R>(_ body: () throws(WireError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(stored: error)
    }
}
#endif
