public import HoldfastCore

/// What a person does with a prompt.
public enum PromptAnswer: Sendable, Equatable {
    /// Shows the right finger, face or passcode.
    case confirmed
    /// The prompt ends with a code, for example `USER_CANCELED`.
    case failed(KeychainError.Code)
}
