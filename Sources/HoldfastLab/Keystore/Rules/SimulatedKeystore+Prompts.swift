import HoldfastAndroid

/// Which ways in a prompt has now.
struct PromptWays {
    var takesBiometric = false
    var takesCredential = false
    /// The number that a biometric alone would end with because of a lock-out.
    var lockout: BiometricNumber?
    /// Why nothing is shown.
    var refusal: BiometricNumber?
}

extension SimulatedKeystore {
    /// `BiometricManager.canAuthenticate`: a lock-out is not its business.
    ///
    /// - Note: AOSP `com/android/server/biometrics/PreAuthInfo.java`, `getCanAuthenticateResult`;
    ///   androidx `AuthenticatorUtils.isSupportedCombination`.
    func canAuthenticate(
        _ authenticators: KeySpec.Authenticators, _ device: DeviceState
    ) -> BiometricNumber {
        guard isSupported(authenticators) else { return .unsupported }
        let hasCredential = device.passcode != nil
        guard authenticators.contains(.deviceCredential) else {
            return sensorProblem(device) ?? .success
        }
        return hasCredential ? .success : .noBiometrics
    }

    var liftsLockoutInPrompt: Bool { profile.liftsLockoutInPrompt ?? (profile.apiLevel >= 35) }
    var goingHomeCancels: Bool { profile.goingHomeCancels ?? (profile.apiLevel >= 36) }

    func lockoutNumber(_ device: DeviceState) -> BiometricNumber? {
        guard device.isBiometryLockedOut else { return nil }
        return device.lockout == .untilPasscode ? .lockoutPermanent : .lockout
    }

    func ways(_ authenticators: KeySpec.Authenticators, _ device: DeviceState) -> PromptWays {
        var ways = PromptWays()
        guard isSupported(authenticators) else {
            ways.refusal = .unsupported
            return ways
        }
        let isCredentialWanted = authenticators.contains(.deviceCredential)
        let isBiometricWanted = authenticators.contains(.biometricStrong)
        let problem = isBiometricWanted ? sensorProblem(device) : nil
        ways.lockout = isBiometricWanted && problem == nil ? lockoutNumber(device) : nil
        ways.takesBiometric = isBiometricWanted && problem == nil && ways.lockout == nil
        ways.takesCredential = isCredentialWanted && device.passcode != nil
        if isCredentialWanted {
            ways.refusal = ways.takesCredential ? nil : .noDeviceCredential
        } else {
            // From API 35 on a lock-out is shown with a way to lift it.
            ways.refusal = problem ?? (liftsLockoutInPrompt ? nil : ways.lockout)
        }
        return ways
    }

    func credentialToken(_ device: DeviceState) -> AuthToken? {
        guard let root = rootID(device) else { return nil }
        return AuthToken(
            kind: .credential, rootID: root, authenticatorID: nil,
            uptimeSeconds: device.uptimeSeconds)
    }

    private func sensorProblem(_ device: DeviceState) -> BiometricNumber? {
        switch profile.sensor {
        case .none, .weak: .hardwareNotPresent
        case .unavailable: .hardwareUnavailable
        case .needsSecurityUpdate: .securityUpdateRequired
        case .strong: device.fingers.isEmpty ? .noBiometrics : nil
        }
    }

    private func isSupported(_ authenticators: KeySpec.Authenticators) -> Bool {
        switch authenticators {
        case .biometricStrong: true
        case .deviceCredential: profile.apiLevel >= 30
        case [.biometricStrong, .deviceCredential]: ![28, 29].contains(profile.apiLevel)
        default: false
        }
    }
}
