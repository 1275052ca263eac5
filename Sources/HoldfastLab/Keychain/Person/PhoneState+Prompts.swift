import HoldfastApple
import HoldfastCrypto

extension PhoneState {
    /// What `canEvaluatePolicy` says: 0, or why an evaluation could not succeed.
    func availability(of need: PersonNeed, _ app: AppIdentifier) -> Int {
        let biometry = biometryAvailability(app)
        let isBiometric = !need.isPossible(withBiometry: false)
        let passcode = device.passcode == nil ? LAErrorCode.passcodeNotSet : 0
        let biometric = isBiometric ? biometry : 0
        if keychain.profile.asksBiometryBeforePasscode {
            return biometric != 0 ? biometric : passcode
        }
        return passcode != 0 ? passcode : biometric
    }

    private func biometryAvailability(_ app: AppIdentifier) -> Int {
        if keychain.profile.biometry == .none { return LAErrorCode.biometryNotAvailable }
        if device.lockout != .none { return LAErrorCode.biometryLockout }
        if device.fingers.isEmpty { return LAErrorCode.biometryNotEnrolled }
        return keychain.deniedApps.contains(app) ? LAErrorCode.biometryNotAvailable : 0
    }

    /// 32 bytes that change with the set of fingers; `nil` while biometry cannot be used.
    func domainState(_ app: AppIdentifier) -> [UInt8]? {
        guard biometryAvailability(app) == 0 else { return nil }
        let numbers = [device.hardware, device.enrolmentGeneration, keychain.domainEpoch]
        return SHA256.hash(Array("domain state of \(numbers)".utf8))
    }

    /// Asks the person for what a need demands, unless the context has it already.
    ///
    /// - Returns: 0, or an `LAError` code.
    mutating func ask(
        _ need: PersonNeed, policy: AuthenticationPolicy?, _ context: inout ContextState,
        _ caller: KeychainCaller
    ) throws(SecItemStop) -> Int {
        try demandUsageDescription(need, caller)
        context.wasAsked = true
        if context.isInvalid { return LAErrorCode.invalidContext }
        takeRecentUnlock(need, &context)
        if need.isMet(by: context), !keychain.troubles.authenticationNeverSettles { return 0 }
        if context.settings.interactionNotAllowed { return LAErrorCode.notInteractive }
        if let code = keychain.troubles.promptEnds {
            keychain.troubles.promptEnds = nil
            return code
        }
        let availability = availability(of: need, caller.app)
        if availability != 0 { return availability }
        guard device.foregroundApp == caller.app, device.isUnlocked else {
            return keychain.profile.backgroundPrompt.rawValue
        }
        return prompt(need, policy, &context, caller)
    }

    /// The system ends an app that shows a face prompt without saying why.
    mutating func demandUsageDescription(
        _ need: PersonNeed, _ caller: KeychainCaller
    ) throws(SecItemStop) {
        guard need.takesBiometry, keychain.profile.biometry.needsUsageDescription,
            !caller.hasUsageDescription
        else { return }
        spring(.missingUsageDescription, caller)
        livingProcesses[caller.process] = nil
        throw .killed
    }

    mutating func spring(_ kind: PlatformTrap.Kind, _ caller: KeychainCaller) {
        traps.append(PlatformTrap(process: caller.process, kind: kind))
        let line = TraceEntry.Kind.note("trap: \(kind.rawValue)")
        trace.append(TraceEntry(process: caller.process, callNumber: 0, kind: line))
    }

    /// `touchIDAuthenticationAllowableReuseDuration` counts from the last unlock by biometry.
    private func takeRecentUnlock(_ need: PersonNeed, _ context: inout ContextState) {
        let seconds = Int64(min(context.settings.reuseSeconds, 300))
        guard seconds > 0, need.takesBiometry, let unlock = keychain.biometricUnlockUptime else {
            return
        }
        if device.uptimeSeconds - unlock <= seconds { context.hasBiometry = true }
    }

    private mutating func prompt(
        _ need: PersonNeed, _ policy: AuthenticationPolicy?, _ context: inout ContextState,
        _ caller: KeychainCaller
    ) -> Int {
        let isBiometryUsable = need.takesBiometry && biometryAvailability(caller.app) == 0
        switch takeAction() {
        case .confirms: return confirm(need, withBiometry: isBiometryUsable, &context)
        case .entersPasscode:
            if need.takesPasscode { return confirm(need, withBiometry: false, &context) }
            return fallBack(need, policy, &context)
        case .choosesFallback: return fallBack(need, policy, &context)
        case .failsBiometry: return failBiometry(need, isBiometryUsable)
        case .cancels: return LAErrorCode.userCancel
        case .goesHome: apply(.background)
        case .locksPhone: apply(.lock)
        case .isInterrupted, .waits: break
        }
        return LAErrorCode.systemCancel
    }

    /// The person shows what is asked for: biometry where it works, the passcode where it is needed.
    private mutating func confirm(
        _ need: PersonNeed, withBiometry isUsable: Bool, _ context: inout ContextState
    ) -> Int {
        var shown = context
        shown.hasApplicationPassword = true
        if isUsable { shown.hasBiometry = true }
        if !need.isMet(by: shown), need.takesPasscode { shown.hasPasscode = true }
        if !need.isMet(by: shown), need.terms.contains(where: { $0 != .passcode }) {
            // Both are required and the person began with the passcode.
            shown.hasBiometry = device.lockout == .none && !device.fingers.isEmpty
        }
        guard need.isMet(by: shown) else { return LAErrorCode.authenticationFailed }
        context = shown
        device.failedAttempts = 0
        if shown.hasPasscode { device.lockout = .none }
        return 0
    }

    /// The other way in: the passcode where it counts, else the app's own, else there is none.
    private mutating func fallBack(
        _ need: PersonNeed, _ policy: AuthenticationPolicy?, _ context: inout ContextState
    ) -> Int {
        if need.takesPasscode { return confirm(need, withBiometry: false, &context) }
        let hasButton = policy == .biometrics && context.settings.fallbackTitle != ""
        return hasButton ? LAErrorCode.userFallback : LAErrorCode.userCancel
    }

    /// A sheet gives up after two faces or three fingers; five in a row are a lockout.
    private mutating func failBiometry(_ need: PersonNeed, _ isUsable: Bool) -> Int {
        guard isUsable else { return LAErrorCode.authenticationFailed }
        device.failedAttempts += keychain.profile.biometry == .touchID ? 3 : 2
        SimulatedKeychain.lockOutBiometry(&device)
        let isLockedOut = device.lockout != .none && !need.isPossible(withBiometry: false)
        return isLockedOut ? LAErrorCode.biometryLockout : LAErrorCode.authenticationFailed
    }
}
