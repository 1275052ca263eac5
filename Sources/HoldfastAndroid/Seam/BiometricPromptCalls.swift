public import HoldfastCore

/// The calls to `BiometricManager` and `BiometricPrompt`.
public protocol BiometricPromptCalls: Sendable {
    /// `BiometricManager.canAuthenticate`; reports no lock-out.
    ///
    /// - Parameter authenticators: what a person would have to show.
    /// - Returns: 0, or one of its numbers (1, 11, 12, 15; -1 and -2 of androidx).
    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int

    /// Shows the prompt and waits for its end.
    ///
    /// A failed attempt does not end it. From API 35 on, the person can lift a lock-out inside it.
    ///
    /// - Parameters:
    ///   - prompt: its words.
    ///   - authenticators: what the person may show.
    ///   - operation: the `CryptoObject`, or `nil` for a key that is bound to time.
    /// - Returns: 0 for `onAuthenticationSucceeded`, else the number of `onAuthenticationError`;
    ///   ``noActivity`` if there is nothing to show it in.
    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int
}

extension BiometricPromptCalls {
    /// What ``authenticate(_:_:for:)`` answers when no activity is in the foreground; not a number
    /// of the platform's.
    public static var noActivity: Int { -100 }
}
