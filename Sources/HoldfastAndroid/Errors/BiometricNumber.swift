package import HoldfastCore

/// The numbers of `BiometricPrompt`'s `onAuthenticationError` and the codes that they stand for.
///
/// - Note: AOSP: `frameworks/base/core/java/android/hardware/biometrics/BiometricConstants.java`;
///   identical in androidx.biometric. Numbers without a row are `UNKNOWN`: 6, 16, 18 and 19 are
///   hidden from apps, and later systems add more.
enum BiometricNumber: Int, CaseIterable, Sendable {
    // ERROR_HW_UNAVAILABLE: the sensor is busy or broken.
    case hardwareUnavailable = 1
    // ERROR_UNABLE_TO_PROCESS: the sensor could not read.
    case unableToProcess = 2
    // ERROR_TIMEOUT: nobody did anything for about half a minute.
    case timeout = 3
    // ERROR_NO_SPACE: only for enrolling.
    case noSpace = 4
    // ERROR_CANCELED: another user, a lock, another operation, or the app left the foreground.
    case canceled = 5
    // ERROR_LOCKOUT: five failed attempts; over after 30 seconds.
    case lockout = 7
    // ERROR_VENDOR: the sensor's own error.
    case vendor = 8
    // ERROR_LOCKOUT_PERMANENT: until an unlock with the passcode.
    case lockoutPermanent = 9
    // ERROR_USER_CANCELED: back, or the home gesture on Android 16.
    case userCanceled = 10
    // ERROR_NO_BIOMETRICS: none enrolled.
    case noBiometrics = 11
    // ERROR_HW_NOT_PRESENT: no sensor.
    case hardwareNotPresent = 12
    // ERROR_NEGATIVE_BUTTON: the cancel button, in androidx.
    case negativeButton = 13
    // ERROR_NO_DEVICE_CREDENTIAL: no PIN, pattern or password.
    case noDeviceCredential = 14
    // ERROR_SECURITY_UPDATE_REQUIRED: the sensor is switched off until an update.
    case securityUpdateRequired = 15
    // Not the platform's: no activity is in front; see BiometricPromptCalls.noActivity.
    case noActivity = -100
}

extension BiometricNumber {
    /// The code.
    var code: KeychainError.Code {
        switch self {
        case .userCanceled, .negativeButton: .userCanceled
        case .timeout, .canceled: .systemCanceled
        case .lockout: .lockout
        case .lockoutPermanent: .lockoutPermanent
        case .noBiometrics: .biometryNotEnrolled
        case .hardwareUnavailable, .unableToProcess, .vendor, .hardwareNotPresent,
            .securityUpdateRequired:
            .biometryNotAvailable
        case .noDeviceCredential: .passcodeNotSet
        case .noActivity: .noActivity
        case .noSpace: .unknown
        }
    }

    /// Where the number comes from, for logs.
    static let domain = "android.hardware.biometrics.BiometricPrompt"
}

extension KeychainError {
    /// The error for a prompt that did not end in success.
    ///
    /// - Parameter number: what the prompt ended with, other than 0.
    package init(promptEndedWith number: Int) {
        let row = BiometricNumber(rawValue: number)
        self.init(
            row?.code ?? .unknown,
            row == .noActivity
                ? "no activity is in front to show the prompt in" : "the prompt was not confirmed",
            nativeDomain: BiometricNumber.domain, nativeCode: number)
    }
}
