public import HoldfastCore

/// A prompt that a store in memory would show.
public struct PromptRequest: Sendable {
    /// The item that needs a person.
    public let key: ItemKey
    /// What the person must show.
    public let accessControl: AccessControl
    /// The words that the caller gave.
    public let prompt: Prompt
}
