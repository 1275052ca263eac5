import HoldfastAndroid

/// Prompts: what stands in their way, and what the person does with them.
extension PhoneState {
    /// Shows a prompt and plays it to its end.
    ///
    /// - Note: AOSP `com/android/server/biometrics/PreAuthInfo.java` for what is refused before
    ///   anything is shown; `AuthSession.java` for how a prompt ends.
    mutating func prompt(
        _ authenticators: KeySpec.Authenticators, for operation: KeystoreOperation?,
        app: AppIdentifier
    ) -> BiometricNumber {
        guard device.foregroundApp == app else { return .noActivity }
        guard !device.isLocked else { return .canceled }
        let ways = keystore.ways(authenticators, device)
        if let refusal = ways.refusal { return refusal }
        return play(takeAction(), ways, for: operation)
    }

    private mutating func play(
        _ action: PersonAction, _ ways: PromptWays, for operation: KeystoreOperation?
    ) -> BiometricNumber {
        switch action {
        case .confirms:
            succeed(ways.takesBiometric ? .biometric : .credential, for: operation, ways)
        case .entersPasscode: enterCredential(ways, for: operation)
        case .choosesFallback:
            ways.takesCredential ? enterCredential(ways, for: operation) : .negativeButton
        case .failsBiometry: failBiometric(ways)
        case .cancels: ways.takesCredential ? .userCanceled : .negativeButton
        case .goesHome: goHome()
        case .isInterrupted: .canceled
        case .locksPhone: lockDuringPrompt()
        case .waits: waitForTimeout()
        }
    }

    private mutating func succeed(
        _ kind: AuthToken.Kind, for operation: KeystoreOperation?, _ ways: PromptWays
    ) -> BiometricNumber {
        // A locked-out sensor takes no finger; there is nothing but the credential.
        if kind == .credential, !ways.takesCredential { return ways.lockout ?? waitForTimeout() }
        device.failedAttempts = 0
        if kind == .credential { device.lockout = .none }
        guard let token = token(kind) else { return .unableToProcess }
        if let operation {
            // A token for an operation carries its challenge and counts for nothing else.
            keystore.operations[operation.number]?.token = token
        } else {
            keystore.tokens.add(token)
        }
        return .success
    }

    private mutating func enterCredential(
        _ ways: PromptWays, for operation: KeystoreOperation?
    ) -> BiometricNumber {
        if ways.takesCredential { return succeed(.credential, for: operation, ways) }
        guard ways.lockout != nil, keystore.liftsLockoutInPrompt else { return waitForTimeout() }
        device.lockout = .none
        return succeed(.biometric, for: operation, ways)
    }

    private mutating func failBiometric(_ ways: PromptWays) -> BiometricNumber {
        if ways.takesBiometric {
            let before = device
            keystore.fail(5 - before.failedAttempts % 5, before: before, &device)
        }
        guard !ways.takesCredential else { return waitForTimeout() }
        return keystore.lockoutNumber(device) ?? ways.lockout ?? waitForTimeout()
    }

    private mutating func goHome() -> BiometricNumber {
        apply(.background)
        return keystore.goingHomeCancels ? .userCanceled : .canceled
    }

    private mutating func lockDuringPrompt() -> BiometricNumber {
        apply(.lock)
        return .canceled
    }

    private mutating func waitForTimeout() -> BiometricNumber {
        apply(.timePasses(30))
        return .timeout
    }

    private func token(_ kind: AuthToken.Kind) -> AuthToken? {
        switch kind {
        case .biometric: keystore.biometricToken(device)
        case .credential: keystore.credentialToken(device)
        }
    }
}

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
