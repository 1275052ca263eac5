import HoldfastCore
public import HoldfastWire

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
    /// The account: the identity's, or the one that the app has named.
    public let account: AccountID?
    /// Whether the person can give the device a new key in the account: with another device
    /// (``DeviceIdentity/askToJoin(as:approvedBy:)``) or with the recovery phrase
    /// (``DeviceIdentity/join(as:signedBy:)``).
    public let permitsJoining: Bool
    /// Who put the device out of the account, where the verified log says that it is out.
    public let removal: IdentityRemoval?
    /// Who vouches for the device's present key, where the verified log has it.
    public let continuity: Continuity?
    /// What others have done to the account since the last opening, and what was found when this
    /// device has changed it since: what its person is told.
    public internal(set) var changes: [AccountChange]

    /// What to tell the person; `nil` where nothing happened.
    public var words: IdentityWords? { IdentityWords(decision) }

    /// Whether the directory has lost the log or a part of it, so that
    /// ``DeviceIdentity/registerAgain()`` may give it back.
    public var permitsRegisteringAgain: Bool {
        switch decision {
        case .registerAgain: true
        case .proceed(isConfirmed: false): findings.directory == .unconfirmed
        default: false
        }
    }
}
