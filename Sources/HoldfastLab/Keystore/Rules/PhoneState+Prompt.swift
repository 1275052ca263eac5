import HoldfastAndroid

/// Prompts: what stands in their way, and what the person does with them.
extension PhoneState {
    /// Shows a prompt and plays it to its end.
    ///
    /// - Note: AOSP `com/android/server/biometrics/PreAuthInfo.java` for what is refused before
    ///   anything is shown; `AuthSession.java` for how a prompt ends;
    ///   `system/security/keystore2/src/enforcements.rs`, `add_auth_token`, for what it leaves.
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
        // A token with the challenge of an operation serves that one, and time-bound keys like any.
        if let operation { keystore.operations[operation.number]?.token = token }
        keystore.tokens.add(token)
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
