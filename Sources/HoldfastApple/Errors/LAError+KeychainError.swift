import HoldfastCore

/// The `LAError` numbers that the backend branches on.
enum LocalAuthenticationCode {
    static let success = 0
    static let passcodeNotSet = -5
    static let biometryNotAvailable = -6
    static let biometryNotEnrolled = -7
    static let biometryLockout = -8
    static let companionNotAvailable = -11
    static let biometryNotPaired = -12
    static let biometryDisconnected = -13

    static let domain = "com.apple.LocalAuthentication"
}

extension KeychainError {
    /// The error for an answer of an `LAContext`.
    init(localAuthentication code: Int, _ what: String) {
        self.init(code, in: LocalAuthenticationCode.domain, Self.localAuthenticationTable, what)
    }

    /// What each `LAError` means; a number that is missing here is `UNKNOWN`.
    ///
    /// - Note: Names and numbers: `LAPublicDefines.h` and `LAError.h` of LocalAuthentication.
    static let localAuthenticationTable: [NativeCode] = [
        NativeCode(0, "success", nil),
        // After the last attempt that the sheet allows.
        NativeCode(-1, "authenticationFailed", .authFailed),
        NativeCode(-2, "userCancel", .userCanceled),
        // Only for biometrics alone, and only if the button is shown.
        NativeCode(-3, "userFallback", .userFallback),
        // Another app came to the front, a call came in, the device locked.
        NativeCode(-4, "systemCancel", .systemCanceled),
        NativeCode(-5, "passcodeNotSet", .passcodeNotSet),
        // No sensor, or the person denied this app the use of their face.
        NativeCode(-6, "biometryNotAvailable", .biometryNotAvailable),
        NativeCode(-7, "biometryNotEnrolled", .biometryNotEnrolled),
        // One level only: the passcode lifts it, and the system offers it by itself.
        NativeCode(-8, "biometryLockout", .lockout),
        // `invalidate` was called while the prompt was open.
        NativeCode(-9, "appCancel", .systemCanceled),
        // The context was invalidated before: nobody was asked.
        NativeCode(-10, "invalidContext", .systemCanceled),
        // A watch or another companion that is not in reach (macOS).
        NativeCode(-11, "companionNotAvailable", .biometryNotAvailable),
        NativeCode(-12, "biometryNotPaired", .biometryNotAvailable),
        NativeCode(-13, "biometryDisconnected", .biometryNotAvailable),
        // The size of an embedded view (macOS); this package embeds none.
        NativeCode(-14, "invalidDimensions", .unknown),
        // A prompt was needed and `interactionNotAllowed` was set, or the app was in the background.
        NativeCode(-1004, "notInteractive", .interactionNotAllowed),
    ]
}
