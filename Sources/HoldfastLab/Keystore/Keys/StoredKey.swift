import HoldfastAndroid
import HoldfastCrypto

/// A key in the simulated keystore, with what keystore2 keeps in its row.
struct StoredKey: Sendable {
    /// Which key of the user wraps the row, so that the row alone opens nothing.
    ///
    /// - Note: AOSP `system/security/keystore2/src/enforcements.rs`, `super_encryption_required`.
    enum SuperEncryption: Sendable {
        case none
        case afterFirstUnlock
        case unlockedDevice
    }

    /// What of the key never leaves the hardware.
    enum Material: Sendable {
        case aes(SecretBytes)
        case p256(P256PrivateKey)
        /// A pair of another library, made for one padding.
        case rsa(ForeignRSAPair, RSAPadding)
    }

    let spec: KeySpec
    let material: Material
    /// Whose authentication counts; empty if nobody's is needed.
    let secureIDs: Set<SecureID>
    let superEncryption: SuperEncryption
    /// Which secure user it was made under, if it needs anybody.
    let rootNumber: Int?
    /// What a downgrade of the system made of it.
    var isBlobInvalid = false

    var isAuthBound: Bool { spec.authenticators != nil }
    var isPerUse: Bool { isAuthBound && spec.authValiditySeconds == 0 }
    var isTimeBound: Bool { isAuthBound && spec.authValiditySeconds > 0 }
}

/// Whom a key is bound to: the secure user of Gatekeeper or a biometric sensor's authenticator.
enum SecureID: Hashable, Sendable {
    case root(Int)
    case authenticator(Int)
}
