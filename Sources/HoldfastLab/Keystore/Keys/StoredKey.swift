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

/// What Gatekeeper or a biometric sensor signs when a person was there (`HardwareAuthToken`).
struct AuthToken: Sendable {
    enum Kind: Sendable {
        case credential
        case biometric
    }

    let kind: Kind
    let rootID: SecureID
    /// `nil` for a credential.
    let authenticatorID: SecureID?
    let uptimeSeconds: Int64

    func satisfies(_ key: StoredKey) -> Bool {
        guard let wanted = key.spec.authenticators else { return true }
        let isWantedKind =
            kind == .credential
            ? wanted.contains(.deviceCredential) : wanted.contains(.biometricStrong)
        let isKnown =
            key.secureIDs.contains(rootID)
            || authenticatorID.map(key.secureIDs.contains) ?? false
        return isWantedKind && isKnown
    }
}

/// A `Cipher` or `Signature` between its `init` and its end.
struct OpenOperation: Sendable {
    enum Purpose: Sendable {
        case encrypt
        case decrypt
        case sign
        case agree
    }

    let process: Int
    let key: StoredKey
    let purpose: Purpose
    let nonce: [UInt8]
    /// The token that a prompt obtained for this very operation.
    var token: AuthToken?
}
