import HoldfastCore

extension AppleDevice {
    /// Whether items can be written with an access control now; a lock-out does not count.
    ///
    /// - Throws: `MISSING_USAGE_DESCRIPTION` where the system would end the app at the first prompt,
    ///   and the code of a `LAError` that is about something else.
    func availability(
        of accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        if accessControl == .none { return .available }
        try checkUsageDescription(accessControl)
        let policy: AuthenticationPolicy =
            accessControl.needsEnrolledBiometry ? .biometrics : .deviceOwner
        let code = makeContext().canEvaluate(policy)
        switch code {
        case LocalAuthenticationCode.success, LocalAuthenticationCode.biometryLockout:
            return .available
        case LocalAuthenticationCode.passcodeNotSet: return .passcodeNotSet
        case LocalAuthenticationCode.biometryNotEnrolled: return .notEnrolled
        case LocalAuthenticationCode.biometryNotAvailable,
            LocalAuthenticationCode.companionNotAvailable,
            LocalAuthenticationCode.biometryNotPaired,
            LocalAuthenticationCode.biometryDisconnected:
            return .noHardware
        default:
            throw KeychainError(
                localAuthentication: code, "the device does not say what it can ask for")
        }
    }

    /// Refuses an access control that cannot be written now.
    func requireUsable(_ accessControl: AccessControl) throws(KeychainError) {
        if let refusal = try availability(of: accessControl).refusal { throw refusal }
    }

    /// Refuses what would end the process: there is no error for it, the system kills the app.
    func checkUsageDescription(_ accessControl: AccessControl) throws(KeychainError) {
        guard accessControl.usesBiometry, !hasFaceIDUsageDescription else { return }
        let context = makeContext()
        _ = context.canEvaluate(.biometrics)
        if context.biometry.needsUsageDescription {
            throw KeychainError(
                .missingUsageDescription, "Info.plist has no NSFaceIDUsageDescription")
        }
    }
}

extension KeychainCore {
    /// Whether class A items are readable, by what the system says or, where it cannot be asked, by
    /// a row that is readable only then.
    func isUnlocked() throws(KeychainError) -> Bool {
        if let isAvailable = platform.device.isProtectedDataAvailable { return isAvailable }
        var query = Self.lockProbe.query
        query[SecItemName.authenticationUI] = .text(SecItemName.authenticationUIFail)
        let status = platform.secItem.copyMatching(query).status
        switch status {
        case Status.success: return true
        case Status.interactionNotAllowed: return false
        case Status.notFound: return try placeLockProbe()
        default: throw KeychainError(status: status, "the lock's state cannot be found out")
        }
    }

    private func placeLockProbe() throws(KeychainError) -> Bool {
        let status = platform.secItem.add(
            Self.lockProbe.query.adding([
                SecItemName.accessible: .text(SecItemName.whenUnlockedThisDeviceOnly),
                SecItemName.type: .number(RowKind.lockProbe.rawValue),
            ]))
        switch status {
        case Status.success, Status.duplicate: return true
        case Status.interactionNotAllowed: return false
        default: throw KeychainError(status: status, "the lock's state cannot be found out")
        }
    }

    // One scalar longer than an item's name may be, so that no item's row is ever this one.
    private static let lockProbe = RowAddress(
        service: "holdfast", account: "lock".padded(to: ItemKey.maximumScalarCount + 1),
        isSynchronizable: false)
}
