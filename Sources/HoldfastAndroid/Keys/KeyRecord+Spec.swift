import HoldfastCore

extension KeyRecord.Role {
    /// What the Keystore is asked for.
    ///
    /// - Parameters:
    ///   - apiLevel: `Build.VERSION.SDK_INT`.
    ///   - isStrongBoxBacked: whether the key must live in StrongBox.
    func spec(apiLevel: Int, isStrongBoxBacked: Bool) -> KeySpec {
        var spec = KeySpec(.aes256GCM, isStrongBoxBacked: isStrongBoxBacked)
        switch self {
        case .sentinel: break
        case .data(let protection): protection.apply(to: &spec, apiLevel: apiLevel)
        case .biometricWitness: spec.authenticators = .biometricStrong
        case .lockScreenWitness:
            spec.authenticators = [.biometricStrong, .deviceCredential]
        }
        return spec
    }
}

extension KeyRecord.Role {
    /// Whether the key dies with the lock screen.
    var isBoundToLockScreen: Bool {
        switch self {
        case .sentinel: false
        case .data(let protection): protection.isBoundToLockScreen
        case .biometricWitness, .lockScreenWitness: true
        }
    }
}

extension ItemProtection {
    /// From which API level on the Keystore itself keeps keys away while the device is locked.
    ///
    /// Before it, on Android 12 to 14, such a key is deleted together with the lock screen, and a
    /// weak unlock does not bring it back: values would be lost that no rule of theirs gives up.
    ///
    /// - Note: AOSP `system/security`, changes b0478cfa and 6946daa1; documentation of
    ///   `KeyGenParameterSpec.Builder.setUnlockedDeviceRequired`.
    static let firstLevelOfUnlockedDeviceKeys = 35

    /// For how long an unlock counts for a key that is bound to the lock screen and asks nobody:
    /// ten years, which no device stays up for.
    static let lockScreenValiditySeconds = 315_360_000

    /// Whether the values' key dies with the lock screen, by the item's own rule.
    var isBoundToLockScreen: Bool {
        accessControl != .none || accessibility == .whenPasscodeSetThisDeviceOnly
    }

    /// Whether a person is asked at every use.
    var asksAtEveryUse: Bool { accessControl != .none && authValiditySeconds == 0 }

    /// Whether the unlocked data key may stay in the process.
    var permitsCaching: Bool { !isBoundToLockScreen }

    /// The witness that items of this protection need besides their key.
    ///
    /// A key that the passcode opens too is not invalidated by a new finger, so a witness is asked
    /// whether the set changed. And from API 31 on a key that is bound to time answers "nobody
    /// authenticated" for ever when its lock screen was replaced, so a witness is asked about that.
    func witness(apiLevel: Int) -> KeyRecord.Role? {
        if accessControl == .biometryCurrentSetOrPasscode { return .biometricWitness }
        let isBoundToTime = isBoundToLockScreen && !asksAtEveryUse
        return isBoundToTime && apiLevel >= 31 ? .lockScreenWitness : nil
    }

    /// What the person may show, as the platform counts it; `nil` if nobody is asked.
    var authenticators: KeySpec.Authenticators? {
        switch accessControl {
        case .none: nil
        case .biometryAny, .biometryCurrentSet: .biometricStrong
        case .biometryAnyOrPasscode, .biometryCurrentSetOrPasscode:
            [.biometricStrong, .deviceCredential]
        case .devicePasscode: .deviceCredential
        }
    }

    fileprivate func apply(to spec: inout KeySpec, apiLevel: Int) {
        spec.authenticators = authenticators
        spec.authValiditySeconds = authValiditySeconds
        // Says something of keys for biometrics alone; the setter does not exist on API 23.
        spec.isInvalidatedByEnrolment = accessControl != .biometryAny
        if accessControl == .none && accessibility == .whenPasscodeSetThisDeviceOnly {
            spec.authenticators = [.biometricStrong, .deviceCredential]
            spec.authValiditySeconds = Self.lockScreenValiditySeconds
        }
        spec.needsUnlockedDevice =
            apiLevel >= Self.firstLevelOfUnlockedDeviceKeys && !accessibility.isReadableWhileLocked
    }
}
