public import HoldfastWire

/// What a contact's log told that the person should hear of.
public enum ContactEvent: Sendable, Hashable {
    /// The log has grown: from this place to that one, signed inside the account. It changes
    /// neither the number nor the standing.
    case grew(from: LogHead, to: LogHead)
    /// The server gave an older log than is known; nothing of it was taken.
    case olderLog(LogHead)
    /// The log has another entry at a place that is known: somebody was shown something else.
    /// Sending stops.
    case forked(at: UInt64)
    /// A fork that was known is ended by the contact's recovery key, and its devices have had their
    /// time to object. Sending goes on; what was verified on the branch that ended is verified by
    /// its numbers only.
    case merged(from: LogHead, to: LogHead)
    /// There is another account in the contact's place. The number is another one, a verified
    /// contact is so no longer, and sending stops until the person accepts it.
    case chainBroken(AccountID)
}
