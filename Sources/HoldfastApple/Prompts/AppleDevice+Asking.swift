package import HoldfastCore

extension AppleDevice {
    /// Asks a person for what an item demands.
    ///
    /// The context is evaluated before the keychain sees it: the keychain would hide why a prompt
    /// failed. Afterwards it shows no prompt any more, so that a call under the store's lock never
    /// waits for a person.
    ///
    /// - Returns: a context that stands for the person.
    /// - Throws: the code of what happened, `INTERACTION_NOT_ALLOWED` in the background,
    ///   `MISSING_USAGE_DESCRIPTION`; nothing was read.
    func ask(
        _ request: PersonRequest, _ prompt: Prompt
    ) async throws(KeychainError) -> any AuthenticationContext {
        try await ask(
            request.protection?.accessControlObject,
            usingBiometry: request.protection?.accessControl.usesBiometry ?? true,
            for: .useItem, prompt)
    }

    /// Asks a person for what items of another library demand.
    ///
    /// - Parameters:
    ///   - protection: what the items have; with an access control.
    ///   - prompt: the words.
    /// - Returns: a context that stands for the person and shows no prompt any more.
    /// - Throws: the code of what happened, `INTERACTION_NOT_ALLOWED` in the background,
    ///   `MISSING_USAGE_DESCRIPTION`; nothing was read.
    package func askForForeignItems(
        _ protection: ItemProtection, _ prompt: Prompt
    ) async throws(KeychainError) -> any AuthenticationContext {
        try await ask(
            protection.accessControlObject, usingBiometry: protection.accessControl.usesBiometry,
            for: .useItem, prompt)
    }

    /// Asks a person for what an item or a key demands.
    ///
    /// - Parameters:
    ///   - demand: the access control; `nil` if nobody knows it any more.
    ///   - usesBiometry: whether the prompt may use the face.
    ///   - operation: what will be done.
    ///   - prompt: the words.
    /// - Returns: a context that stands for the person.
    /// - Throws: as ``ask(_:_:)``.
    func ask(
        _ demand: AccessControlObject?, usingBiometry usesBiometry: Bool,
        for operation: AuthenticationOperation, _ prompt: Prompt
    ) async throws(KeychainError) -> any AuthenticationContext {
        if isInForeground == false {
            throw KeychainError(
                .interactionNotAllowed, "a prompt cannot be shown in the background")
        }
        if usesBiometry { try checkUsageDescription(.biometryAny) }
        let context = makeContext()
        var settings = prompt.settings
        context.configure(settings)
        let code: Int
        if let demand, demand.flags.isBiometryAlone {
            // By policy: only this prompt has the button for the app's own way in.
            code = await context.evaluate(.biometrics)
        } else if let demand {
            code = await context.evaluate(demand, for: operation)
        } else {
            code = await context.evaluate(Self.strongestPolicy(context))
        }
        guard code == LocalAuthenticationCode.success else {
            context.invalidate()
            throw KeychainError(localAuthentication: code, "the prompt was not confirmed")
        }
        settings.interactionNotAllowed = true
        context.configure(settings)
        return context
    }

    /// Biometrics satisfy every access control but the passcode alone.
    private static func strongestPolicy(
        _ context: any AuthenticationContext
    ) -> AuthenticationPolicy {
        let code = context.canEvaluate(.biometrics)
        return code == LocalAuthenticationCode.success ? .biometrics : .deviceOwner
    }
}

extension AccessControlObject.Flags {
    /// Whether nothing but a finger or a face opens the item.
    fileprivate var isBiometryAlone: Bool {
        let demands = subtracting(.privateKeyUsage)
        return demands == .biometryAny || demands == .biometryCurrentSet
    }
}

extension Prompt {
    /// The words as an `LAContext` takes them.
    fileprivate var settings: AuthenticationSettings {
        let reason = [title, description].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
        return AuthenticationSettings(
            reason: reason.isEmpty ? Prompt.standard.title : reason, cancelTitle: cancel,
            fallbackTitle: fallback)
    }
}
