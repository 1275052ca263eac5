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
