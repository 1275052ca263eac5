/// What a store can answer in the device's present state.
public enum StoreAvailability: Sendable, Equatable {
    /// Not unlocked since the device started: every call that needs a name looked up is refused.
    case beforeFirstUnlock
    /// Locked after a first unlock: items of the `afterFirstUnlock` classes are readable.
    case locked
    /// Everything is readable.
    case unlocked
    /// The store does not answer, and why.
    case unavailable(KeychainError)

    /// Whether items of a class are readable in this state.
    ///
    /// - Parameter accessibility: the class in question.
    /// - Returns: whether a read of such an item gets an answer.
    public func isReadable(_ accessibility: Accessibility) -> Bool {
        switch self {
        case .beforeFirstUnlock, .unavailable: false
        case .locked: accessibility.isReadableWhileLocked
        case .unlocked: true
        }
    }
}
