#if !canImport(CryptoKit)
import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// What a key of the Keystore has to do before another library's value can be opened.
enum KeystoreUse: Sendable, Hashable {
    /// AES-256-GCM without associated data.
    case decrypt(alias: String, nonce: [UInt8], ciphertext: [UInt8])
    case unwrap(alias: String, RSAPadding, wrapped: [UInt8])

    var alias: String {
        switch self {
        case .decrypt(let alias, _, _), .unwrap(let alias, _, _): alias
        }
    }
}

/// Another library's value as it lies there.
struct ForeignSeal: Sendable {
    let use: KeystoreUse
    /// Whom to ask if the key demands somebody.
    var authenticators: KeySpec.Authenticators = []
    /// What an item gets here if its key demands somebody; `nil` for a key that never does.
    var guardedProtection: ItemProtection?
    /// Opens the value with what the Keystore's key gave.
    let open: @Sendable (SecretBytes) throws(KeychainError) -> SecretBytes

    /// A value that the Keystore's key has sealed itself.
    static func direct(_ use: KeystoreUse) -> ForeignSeal {
        ForeignSeal(use: use) { $0 }
    }

    /// Nonce, ciphertext and tag behind each other, as most libraries write them.
    static func decrypt(_ alias: String, _ sealed: [UInt8]) throws(KeychainError) -> KeystoreUse {
        guard sealed.count >= 28 else { throw notAuthentic }
        return .decrypt(
            alias: alias, nonce: Array(sealed[..<12]), ciphertext: Array(sealed[12...]))
    }

    /// What an error of the primitives means for a value.
    static func failure(_ error: CryptoError) -> KeychainError {
        switch error.reason {
        case .authenticationFailed, .invalidLength: notAuthentic
        default:
            KeychainError(
                .unknown, "a value could not be opened: \(error.message)",
                nativeDomain: "libcrypto", nativeCode: error.nativeCode)
        }
    }

    static let notAuthentic = KeychainError(
        .dataCorrupted, "the value is not what its library has sealed",
        advice: "leave it; what the old library cannot read either is lost")
    static let oldLibrary = "read it with the old library and write it with this one"
}
#endif
