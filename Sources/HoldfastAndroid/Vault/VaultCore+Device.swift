import HoldfastCore

extension VaultCore {
    /// Refuses a class that the device's state does not permit, before any key is touched.
    func requireReadable(_ accessibility: Accessibility) throws(KeychainError) {
        guard device.isDeviceLocked else { return }
        cache.dropUnlocked()
        guard accessibility.isReadableWhileLocked else {
            throw KeychainError(
                .interactionNotAllowed,
                "items of class \(accessibility.rawValue) need the device unlocked")
        }
    }

    /// Refuses a protection that this device cannot give or use now.
    func requireUsable(_ protection: ItemProtection) throws(KeychainError) {
        if let refusal = try canUse(protection.accessControl).refusal { throw refusal }
        if protection.authValiditySeconds > 0 && !hasPasscodePrompts {
            throw KeychainError(
                .unsupported, "a confirmation that counts for a time needs Android 11")
        }
        if protection.accessibility == .whenPasscodeSetThisDeviceOnly && !device.isDeviceSecure {
            throw KeychainError(.passcodeNotSet, "the item's class needs a screen lock")
        }
        try requireReadable(protection.accessibility)
    }

    /// Whether items can be written with an access control now; a lock-out does not count.
    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        guard AndroidVault.accessControls(apiLevel: apiLevel).contains(accessControl) else {
            return .unsupportedOS
        }
        switch accessControl {
        case .none: return .available
        case .devicePasscode, .biometryAnyOrPasscode:
            return device.isDeviceSecure ? .available : .passcodeNotSet
        case .biometryAny, .biometryCurrentSet, .biometryCurrentSetOrPasscode:
            return try biometricAvailability()
        }
    }

    private func biometricAvailability() throws(KeychainError) -> AccessControlAvailability {
        let number = platform.biometricPrompt.canAuthenticate(.biometricStrong)
        let answer = try BiometricManagerNumber.availability(for: number)
        switch answer {
        case .noHardware, .unsupportedOS: return answer
        case .available, .notEnrolled, .passcodeNotSet:
            return device.isDeviceSecure ? answer : .passcodeNotSet
        }
    }

    private var hasPasscodePrompts: Bool { apiLevel >= AndroidVault.firstLevelOfPasscodePrompts }

    /// What the device lets the store answer now.
    var availability: StoreAvailability {
        if !device.isUserUnlocked { return .beforeFirstUnlock }
        return device.isDeviceLocked ? .locked : .unlocked
    }
}
