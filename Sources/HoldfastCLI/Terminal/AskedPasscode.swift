import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// Where the vault gets its passcode while a command runs: from what was supplied, else by asking.
struct AskedPasscode: PasscodeSource {
    /// The passcode that came through a descriptor or from the service manager.
    let supplied: SecretBytes?
    /// Who is asked otherwise.
    let terminal: any Terminal

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        if let supplied { return supplied }
        return try await ask(prompt)
    }

    /// On the main actor, because a person takes their time and a cooperative thread must not wait.
    @MainActor
    private func ask(_ prompt: Prompt) throws(KeychainError) -> SecretBytes {
        try terminal.askHidden("\(Quoted.lineEscaped(prompt.title)); passcode of the vault: ")
    }
}
