public import HoldfastCore

/// A code that one platform never answers with, and why.
public struct ErrorAbsence: Sendable {
    /// Which phone.
    public let platform: PhoneSystem
    /// The code that no call on it throws.
    public let code: KeychainError.Code
    /// Why, in a few words.
    public let reason: String
}
