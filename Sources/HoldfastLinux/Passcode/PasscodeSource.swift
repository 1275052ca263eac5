#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

/// Who asks the person for the vault's passcode: a terminal, a dialog, a test.
public protocol PasscodeSource: Sendable {
    /// Asks once.
    ///
    /// - Parameter prompt: the words to show.
    /// - Returns: what the person typed, as UTF-8.
    /// - Throws: `USER_CANCELED` if the person declined, `NO_ACTIVITY` if there is nowhere to ask.
    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes
}
#endif
