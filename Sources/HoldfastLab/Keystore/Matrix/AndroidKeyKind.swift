public import HoldfastAndroid

/// A kind of key that the matrix tells apart.
public enum AndroidKeyKind: String, Sendable, CaseIterable {
    /// AES, needs nobody.
    case plain
    /// AES, only while the phone is unlocked.
    case unlockedDevice
    /// AES, for 10 seconds after anybody's authentication.
    case timeBound
    /// AES, for 10 seconds after a strong biometric.
    case timeBoundBiometric
    /// AES, a strong biometric at every use; a new finger ends it.
    case perUseBiometric
    /// The same, and a new finger does not end it.
    case perUseBiometricKept
    /// AES, the credential at every use.
    case perUseCredential
    /// AES, biometric or credential at every use.
    case perUseAnyone
    /// AES, for 10 seconds after anybody's authentication, and only while unlocked.
    case unlockedDeviceTimeBound
    /// AES in StrongBox.
    case strongBox
    /// P-256 to sign.
    case signing
    /// P-256 to sign, a strong biometric at every use.
    case signingPerUse
    /// P-256 to agree.
    case agreement
    /// P-256 to agree, a strong biometric at every use.
    case agreementPerUse
    /// P-256 to agree, in StrongBox.
    case agreementStrongBox

    /// The kinds that the platform's events are listed for.
    public static let listed: [AndroidKeyKind] = [
        .plain, .unlockedDevice, .timeBound, .perUseBiometric, .perUseBiometricKept,
    ]

    /// What is asked of the Keystore.
    public var spec: KeySpec {
        switch self {
        case .plain: KeySpec(.aes256GCM)
        case .unlockedDevice: KeySpec(.aes256GCM, needsUnlockedDevice: true)
        case .timeBound:
            KeySpec(.aes256GCM, authenticators: Self.anyone, authValiditySeconds: 10)
        case .timeBoundBiometric:
            KeySpec(.aes256GCM, authenticators: .biometricStrong, authValiditySeconds: 10)
        case .perUseBiometric: KeySpec(.aes256GCM, authenticators: .biometricStrong)
        case .perUseBiometricKept:
            KeySpec(
                .aes256GCM, authenticators: .biometricStrong, isInvalidatedByEnrolment: false)
        case .perUseCredential: KeySpec(.aes256GCM, authenticators: .deviceCredential)
        case .perUseAnyone: KeySpec(.aes256GCM, authenticators: Self.anyone)
        case .unlockedDeviceTimeBound:
            KeySpec(
                .aes256GCM, authenticators: Self.anyone, authValiditySeconds: 10,
                needsUnlockedDevice: true)
        case .strongBox: KeySpec(.aes256GCM, isStrongBoxBacked: true)
        case .signing: KeySpec(.p256Sign)
        case .signingPerUse: KeySpec(.p256Sign, authenticators: .biometricStrong)
        case .agreement: KeySpec(.p256Agree)
        case .agreementPerUse: KeySpec(.p256Agree, authenticators: .biometricStrong)
        case .agreementStrongBox: KeySpec(.p256Agree, isStrongBoxBacked: true)
        }
    }

    /// The API levels that can make it.
    public var apiLevels: ClosedRange<Int> {
        switch self {
        case .plain, .timeBound, .perUseBiometric, .signing, .signingPerUse: 23...36
        case .perUseBiometricKept: 24...36
        case .unlockedDevice, .unlockedDeviceTimeBound, .strongBox: 28...36
        case .timeBoundBiometric, .perUseCredential, .perUseAnyone: 30...36
        case .agreement, .agreementPerUse, .agreementStrongBox: 31...36
        }
    }

    /// Whether each use needs a prompt.
    public var isPerUse: Bool { spec.authenticators != nil && spec.authValiditySeconds == 0 }

    private static let anyone: KeySpec.Authenticators = [.biometricStrong, .deviceCredential]
}
