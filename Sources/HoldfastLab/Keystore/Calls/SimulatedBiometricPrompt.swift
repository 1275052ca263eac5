import HoldfastAndroid
import HoldfastCore

/// `BiometricManager` and `BiometricPrompt` of a simulated Android phone.
struct SimulatedBiometricPrompt: BiometricPromptCalls {
    let process: AppProcess
    let profile: AndroidProfile

    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int {
        let call = PlatformCall(
            "BiometricManager.canAuthenticate", Self.words(authenticators),
            failures: [.biometric(.hardwareUnavailable)])
        return process.perform(
            call, failing: { $0.code }, dead: BiometricNumber.hardwareUnavailable.rawValue,
            describe: BiometricNumber.words
        ) { state in
            state.keystore.canAuthenticate(authenticators, state.device).rawValue
        }
    }

    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int {
        show(authenticators, for: operation)
    }

    /// The whole prompt at once: nothing in a simulation waits.
    func show(
        _ authenticators: KeySpec.Authenticators, for operation: KeystoreOperation?
    ) -> Int {
        let call = PlatformCall(
            "BiometricPrompt.authenticate", Self.words(authenticators),
            failures: BiometricNumber.promptFailures.map(NativeFailure.biometric))
        return process.perform(
            call, failing: { $0.code }, dead: BiometricNumber.canceled.rawValue,
            describe: BiometricNumber.words
        ) { state in
            state.prompt(authenticators, for: operation, app: process.app).rawValue
        }
    }

    private static func words(_ authenticators: KeySpec.Authenticators) -> String {
        [
            authenticators.contains(.biometricStrong) ? "strong biometric" : nil,
            authenticators.contains(.deviceCredential) ? "credential" : nil,
        ].compactMap { $0 }.joined(separator: " or ")
    }
}

/// The numbers of `BiometricPrompt` and `BiometricManager`.
///
/// - Note: AOSP `android/hardware/biometrics/BiometricConstants.java`; the same in
///   `androidx.biometric`, which adds the negative ones.
enum BiometricNumber: Int, Sendable, CaseIterable {
    case success = 0
    case hardwareUnavailable = 1
    case unableToProcess = 2
    case timeout = 3
    case noSpace = 4
    case canceled = 5
    case lockout = 7
    case vendor = 8
    case lockoutPermanent = 9
    case userCanceled = 10
    case noBiometrics = 11
    case hardwareNotPresent = 12
    case negativeButton = 13
    case noDeviceCredential = 14
    case securityUpdateRequired = 15
    case unsupported = -2
    case noActivity = -100
}

extension BiometricNumber {
    /// What an explorer tries at a prompt: everything the platform documents as an end of one.
    static let promptFailures: [BiometricNumber] = [
        .hardwareUnavailable, .unableToProcess, .timeout, .noSpace, .canceled, .lockout, .vendor,
        .lockoutPermanent, .userCanceled, .noBiometrics, .hardwareNotPresent, .negativeButton,
        .noDeviceCredential, .securityUpdateRequired,
    ]

    /// The platform's name.
    var name: String {
        switch self {
        case .success: "BIOMETRIC_SUCCESS"
        case .hardwareUnavailable: "ERROR_HW_UNAVAILABLE"
        case .unableToProcess: "ERROR_UNABLE_TO_PROCESS"
        case .timeout: "ERROR_TIMEOUT"
        case .noSpace: "ERROR_NO_SPACE"
        case .canceled: "ERROR_CANCELED"
        case .lockout: "ERROR_LOCKOUT"
        case .vendor: "ERROR_VENDOR"
        case .lockoutPermanent: "ERROR_LOCKOUT_PERMANENT"
        case .userCanceled: "ERROR_USER_CANCELED"
        case .noBiometrics: "ERROR_NO_BIOMETRICS"
        case .hardwareNotPresent: "ERROR_HW_NOT_PRESENT"
        case .negativeButton: "ERROR_NEGATIVE_BUTTON"
        case .noDeviceCredential: "ERROR_NO_DEVICE_CREDENTIAL"
        case .securityUpdateRequired: "ERROR_SECURITY_UPDATE_REQUIRED"
        case .unsupported: "BIOMETRIC_ERROR_UNSUPPORTED"
        case .noActivity: "no activity"
        }
    }

    static func words(_ number: Int) -> String {
        BiometricNumber(rawValue: number)?.name ?? "\(number)"
    }
}

extension NativeFailure {
    static let biometricPromptDomain = "androidx.biometric.BiometricPrompt"

    static func biometric(_ number: BiometricNumber) -> NativeFailure {
        NativeFailure(domain: biometricPromptDomain, code: number.rawValue, name: number.name)
    }
}
