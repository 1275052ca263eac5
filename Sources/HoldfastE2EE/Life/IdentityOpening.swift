import HoldfastCore

/// In what state of the app an identity is opened.
public enum IdentityLaunch: Sendable, Hashable {
    /// A person has started the app and looks at it.
    case foreground
    /// The system has started it, for a push or a job; no key is made or given up then.
    case background
}

/// What came of opening an identity.
public struct IdentityOpening: Sendable, Hashable {
    /// What is to be done.
    public let decision: IdentityDecision
    /// What the witnesses said.
    public let findings: IdentityFindings
    /// The identity, where one is known.
    public let record: IdentityRecord?
    /// What to tell the person; `nil` where nothing happened.
    public var words: IdentityWords? { IdentityWords(decision) }
}
