public import HoldfastE2EE

/// A history under examination.
///
/// It is fresh: there, and nothing is in it, neither an identity nor a message nor a prekey.
public struct HistorySubject: Sendable {
    /// The history.
    public var history: any MessageHistory & IdentityDatabase
    /// Opens the same history anew, as another process would; `nil` where nobody else can.
    public var reopen: (@Sendable () async throws -> any MessageHistory & IdentityDatabase)?

    /// Takes a fresh history; set ``reopen`` if it outlives its object.
    ///
    /// - Parameter history: the history.
    public init(_ history: any MessageHistory & IdentityDatabase) {
        self.history = history
    }
}
