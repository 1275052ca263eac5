import HoldfastCore

/// The prompt and the device, on an Android phone.
extension ErrorSituations {
    static let androidPrompts: [ErrorSituation] = [
        prompt(.userCanceled, "the person presses cancel", .cancels),
        prompt(.userCanceled, "the person goes to the home screen on Android 16", .goesHome),
        android(
            .userCanceled, "the person cancels the use of a key",
            { (stage) throws(KeychainError) in
                try await stage.makeKey(.biometryAny)
                stage.phone.answerPrompts(.cancels)
            }, { (stage) throws(KeychainError) in try await stage.sign() }),
        prompt(.systemCanceled, "a call comes in", .isInterrupted),
        prompt(.systemCanceled, "the phone locks during the prompt", .locksPhone),
        prompt(.systemCanceled, "nobody answers the prompt for half a minute", .waits),
        prompt(
            .systemCanceled, "the person goes to the home screen on Android 15", .goesHome,
            apiLevel: 35),
        android(
            .authFailed, "a confirmation that is six seconds old when the key agrees",
            at: .event(.timePasses(6), at: "KeyAgreement.generateSecret"),
            { (stage) throws(KeychainError) in
                try await stage.makeKey(.biometryAny, for: .keyAgreement)
            }, { (stage) throws(KeychainError) in try await stage.agree() }),
        android(
            .authFailed, "the Keystore does not count a confirmation",
            at: .failure(keystoreException, -26, at: "Cipher.doFinal(decrypt)"),
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                // From now on the item's own key is all that a read has unwrapped.
                try await stage.read()
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        android(
            .lockout, "five wrong fingers, then a read", apiLevel: 34,
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.send(.failedAttempts(5))
            }, { (stage) throws(KeychainError) in try await stage.read() }),
        prompt(.lockout, "wrong fingers until the prompt gives up", .failsBiometry),
        android(
            .lockoutPermanent, "twenty wrong fingers, then a read", apiLevel: 34,
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.send(.failedAttempts(20))
            }, { (stage) throws(KeychainError) in try await stage.read() }),
    ]

    static let androidDevice: [ErrorSituation] = [
        android(
            .biometryNotEnrolled, "a write after all fingers were removed",
            { (stage) in stage.phone.send(.removeAllFingers) },
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        android(
            .biometryNotAvailable, "a write on a phone without a sensor", { $0.sensor = .none },
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        android(
            .biometryNotAvailable, "a write while the sensor is out of order",
            { $0.sensor = .unavailable },
            { (stage) throws(KeychainError) in try await stage.makeKey(.biometryAny) }),
        android(
            .passcodeNotSet, "a write for whenPasscodeSet without a screen lock",
            { (stage) in stage.phone.send(.removePasscode) },
            { (stage) throws(KeychainError) in
                try await stage.write(.none, .whenPasscodeSetThisDeviceOnly)
            }),
        android(
            .passcodeNotSet, "a key for the passcode without a screen lock",
            { (stage) in stage.phone.send(.removePasscode) },
            { (stage) throws(KeychainError) in try await stage.makeKey(.devicePasscode) }),
        android(
            .hardwareUnavailable, "an item that must be in StrongBox, where there is none",
            { $0.hasStrongBox = false },
            { (stage) throws(KeychainError) in
                try await stage.write(ItemProtection(keyStorage: .strongboxRequired))
            }),
        android(
            .unsupported, "a passcode option on Android 10", { $0.apiLevel = 29 },
            { (stage) throws(KeychainError) in try await stage.write(.devicePasscode) }),
        android(
            .unsupported, "a confirmation that counts for a time, on Android 10",
            { $0.apiLevel = 29 },
            { (stage) throws(KeychainError) in
                try await stage.write(
                    ItemProtection(accessControl: .biometryAny, authValiditySeconds: 30))
            }),
    ]

    static let keystoreException = "android.security.KeyStoreException"

    /// A read of an item that a finger opens, with what the person does then.
    private static func prompt(
        _ code: KeychainError.Code, _ words: String, _ action: PersonAction, apiLevel: Int = 36
    ) -> ErrorSituation {
        android(
            code, words, apiLevel: apiLevel,
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.answerPrompts(action)
            }, { (stage) throws(KeychainError) in try await stage.read() })
    }

    /// A situation on an Android phone as it is.
    static func android(
        _ code: KeychainError.Code, _ words: String, apiLevel: Int = 36,
        at strike: ErrorSituation.Strike? = nil, _ arrange: @escaping ErrorSituation.Step,
        _ act: @escaping ErrorSituation.Step
    ) -> ErrorSituation {
        ErrorSituation(
            platform: .android, code: code, words: words,
            profile: .android(AndroidProfile(apiLevel: apiLevel)), strike: strike,
            arrange: arrange, act: act)
    }

    /// A situation on an Android phone of another kind, with nothing before its last call.
    static func android(
        _ code: KeychainError.Code, _ words: String, _ change: (inout AndroidProfile) -> Void,
        _ act: @escaping ErrorSituation.Step
    ) -> ErrorSituation {
        var profile = AndroidProfile()
        change(&profile)
        return ErrorSituation(
            platform: .android, code: code, words: words, profile: .android(profile), strike: nil,
            arrange: { _ in }, act: act)
    }
}
