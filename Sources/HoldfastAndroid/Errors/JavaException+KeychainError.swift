package import HoldfastCore

extension JavaException {
    /// In which part of an operation an exception came, where that changes what it means.
    package enum Stage: Sendable {
        /// Before a person was asked, or where nobody is.
        case beforeConfirmation
        /// After the platform's prompt said that the person had confirmed.
        case afterConfirmation
    }

    /// The error that stands for this exception.
    ///
    /// - Parameters:
    ///   - what: what failed, as half a sentence.
    ///   - stage: whether a person had confirmed.
    ///   - isDeviceLocked: what `isDeviceLocked` says now: "not authenticated" means "locked" then.
    /// - Returns: the error, with the number behind it or the class where there is none.
    package func keychainError(
        _ what: String, _ stage: Stage = .beforeConfirmation, isDeviceLocked: Bool
    ) -> KeychainError {
        let code = settled(plainCode, isDeviceLocked: isDeviceLocked, stage)
        let (domain, number) = origin
        return KeychainError(
            code, "\(what) (\(shortName))", nativeDomain: domain, nativeCode: number)
    }

    /// The code by class, text and numbers alone.
    var plainCode: KeychainError.Code {
        if let refusal = specRefusal { return refusal.code }
        let name = JavaClassName(rawValue: className)
        if let name, name.isDecisive { return name.code }
        if let internalCode { return KeystoreCode(rawValue: internalCode)?.code ?? .unknown }
        if let publicCode { return KeystoreNumericCode(rawValue: publicCode)?.code ?? .unknown }
        // A cause without a number can still be of a class that decides.
        let decisive = causes.lazy.compactMap { JavaClassName(rawValue: $0.className) }
            .first { $0.isDecisive || $0 == .userNotAuthenticated }
        if let decisive { return decisive.code }
        // The framework answers "User changed or deleted their auth credentials" without a cause;
        // with a cause that carries no number, nothing is known.
        if name == .unrecoverableKey && !causes.isEmpty { return .unknown }
        return name?.code ?? .unknown
    }

    private func settled(
        _ code: KeychainError.Code, isDeviceLocked: Bool, _ stage: Stage
    ) -> KeychainError.Code {
        guard code == .authRequired else { return code }
        if isDeviceLocked { return .interactionNotAllowed }
        return stage == .afterConfirmation ? .authFailed : code
    }

    /// The number and its domain, for logs; the class where there is no number.
    private var origin: (String, Int?) {
        if let internalCode { return (KeystoreCode.domain, internalCode) }
        if let publicCode { return (KeystoreNumericCode.domain, publicCode) }
        return (className, nil)
    }

    private var internalCode: Int? {
        keystoreCode ?? causes.lazy.compactMap(\.keystoreCode).first
    }

    private var publicCode: Int? {
        numericCode ?? causes.lazy.compactMap(\.numericCode).first
    }

    private var specRefusal: SpecRefusal? {
        ([self] + causes).lazy.filter { $0.className == SpecRefusal.className }
            .compactMap { exception in
                SpecRefusal.allCases.first { exception.message?.hasPrefix($0.rawValue) ?? false }
            }.first
    }

    // The message is the platform's and may hold an alias or more (P10): the class is enough.
    private var shortName: String {
        className.split(separator: ".").last.map(String.init) ?? className
    }
}
