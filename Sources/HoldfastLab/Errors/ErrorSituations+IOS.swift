import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// The prompt and the device, on an iPhone.
extension ErrorSituations {
    static let iOSPrompts: [ErrorSituation] = [
        prompt(.userCanceled, "the person presses cancel", .cancels),
        iOS(
            .userCanceled, "the person cancels the use of a key",
            { (stage) throws(KeychainError) in
                try await stage.makeKey(.biometryAny)
                stage.phone.answerPrompts(.cancels)
            }, { (stage) throws(KeychainError) in try await stage.sign() }),
        prompt(.userFallback, "the person presses the other button", .choosesFallback),
        prompt(.systemCanceled, "a call comes in", .isInterrupted),
        prompt(.systemCanceled, "the person goes to the home screen", .goesHome),
        prompt(.systemCanceled, "the phone locks during the prompt", .locksPhone),
        prompt(.systemCanceled, "nobody answers the prompt", .waits),
        prompt(.authFailed, "a wrong face until the prompt gives up", .failsBiometry),
        iOS(
            .lockout, "five wrong faces, then a read",
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.send(.failedAttempts(5))
            }, { (stage) throws(KeychainError) in try await stage.read() }),
    ]

    static let iOSDevice: [ErrorSituation] = [
        iOS(
            .biometryNotEnrolled, "a write after all faces were removed",
            { (stage) in stage.phone.send(.removeAllFingers) },
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        iOS(
            .biometryNotAvailable, "a write on a phone without a sensor",
            { $0.biometry = .none },
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        iOS(
            .biometryNotAvailable, "a write after the person denied the app the use of their face",
            { (stage) in stage.phone.send(.iOS(.deniesBiometry(ScenarioRun.app))) },
            { (stage) throws(KeychainError) in try await stage.write(.biometryAny) }),
        iOS(
            .passcodeNotSet, "a write for whenPasscodeSet without a passcode",
            { (stage) in stage.phone.send(.removePasscode) },
            { (stage) throws(KeychainError) in
                try await stage.write(.none, .whenPasscodeSetThisDeviceOnly)
            }),
        iOS(
            .passcodeNotSet, "a key for the passcode without a passcode",
            { (stage) in stage.phone.send(.removePasscode) },
            { (stage) throws(KeychainError) in try await stage.makeKey(.devicePasscode) }),
        iOS(
            .hardwareUnavailable, "a key on a phone without a Secure Enclave",
            { $0.hasSecureEnclave = false },
            { (stage) throws(KeychainError) in try await stage.makeKey() }),
        iOS(
            .unsupported, "an item that must be in the Secure Enclave, which holds keys alone",
            { _ in },
            { (stage) throws(KeychainError) in
                try await stage.write(ItemProtection(keyStorage: .secureEnclave))
            }),
    ]

    /// A read of an item that a face opens, with what the person does then.
    private static func prompt(
        _ code: KeychainError.Code, _ words: String, _ action: PersonAction
    ) -> ErrorSituation {
        iOS(
            code, words,
            { (stage) throws(KeychainError) in
                try await stage.write(.biometryAny)
                stage.phone.answerPrompts(action)
            }, { (stage) throws(KeychainError) in try await stage.read() })
    }

    /// A situation on an iPhone as it is.
    static func iOS(
        _ code: KeychainError.Code, _ words: String, at strike: ErrorSituation.Strike? = nil,
        _ arrange: @escaping ErrorSituation.Step, _ act: @escaping ErrorSituation.Step
    ) -> ErrorSituation {
        ErrorSituation(
            platform: .iOS, code: code, words: words, profile: .iPhone(), strike: strike,
            arrange: arrange, act: act)
    }

    /// A situation on an iPhone of another kind, with nothing before its last call.
    static func iOS(
        _ code: KeychainError.Code, _ words: String, _ change: (inout IOSProfile) -> Void,
        _ act: @escaping ErrorSituation.Step
    ) -> ErrorSituation {
        var profile = IOSProfile()
        change(&profile)
        return ErrorSituation(
            platform: .iOS, code: code, words: words, profile: .iOS(profile), strike: nil,
            arrange: { _ in }, act: act)
    }
}
