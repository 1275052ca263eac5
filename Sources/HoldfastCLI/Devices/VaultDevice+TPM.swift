#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

extension VaultDevice {
    /// What makes and keeps the device's keys: the TPM where there is one, else the vault.
    static func keys(
        over vault: LinuxVault, _ session: Session
    ) throws(KeychainError) -> any DeviceKeyStore {
        var configuration = TPMConfiguration(pinSource: DeviceKeyPIN(terminal: session.terminal))
        if let address = try session.environment.text(TPMConfiguration.variable), !address.isEmpty {
            configuration.address = address
        }
        return try TPMKeyStore(over: vault, configuration)
    }

    /// What a new key for the person asks for: in the TPM a PIN, which takes somebody to type it.
    static func presence(_ status: VaultStatus, _ session: Session) -> AccessControl? {
        status.hasPasscode && session.terminal.isThere ? .devicePasscode : nil
    }
}

/// The PIN of the key that needs the person, whose wrong tries the TPM counts.
private struct DeviceKeyPIN: PasscodeSource {
    let terminal: any Terminal

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        try await ask(prompt)
    }

    /// On the main actor, because a person takes their time and a cooperative thread must not wait.
    @MainActor
    private func ask(_ prompt: Prompt) throws(KeychainError) -> SecretBytes {
        // Uses say what they are for; a key that is being made has no words of its own.
        guard prompt == .standard else {
            return try terminal.askHidden(
                "\(Quoted.lineEscaped(prompt.title)); PIN of the device's key: ")
        }
        return try terminal.askHiddenTwice(
            "New PIN, for the key in the TPM that removes devices: ", "The same again: ")
    }
}
#endif
