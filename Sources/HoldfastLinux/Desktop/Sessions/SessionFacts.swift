#if os(Linux) && Desktop
/// What logind says of one session.
struct SessionFacts: Sendable, Equatable {
    /// Its object.
    let path: String
    /// Whether somebody came over the network.
    let isRemote: Bool
    /// Whether it is the one at its seat now.
    let isActive: Bool
    /// Whether its own screen lock says that it is locked.
    let isLocked: Bool
    /// Since when nobody has touched it, in microseconds of `CLOCK_MONOTONIC`; `nil`: in use.
    let idleSince: UInt64?

    /// Reads a session's properties, from the answer to `GetAll`.
    ///
    /// It is `nil` unless it is a person's session; a login screen and a manager are not.
    ///
    /// - Note: `org.freedesktop.login1(5)`, "Session Objects".
    init?(path: String, _ properties: [String: BusValue]) {
        guard let sessionClass = properties["Class"]?.text, sessionClass.hasPrefix("user"),
            let isRemote = properties["Remote"]?.flag, let isActive = properties["Active"]?.flag
        else { return nil }
        self.path = path
        self.isRemote = isRemote
        self.isActive = isActive
        isLocked = properties["LockedHint"]?.flag ?? false
        let isIdle = properties["IdleHint"]?.flag ?? false
        idleSince = isIdle ? properties["IdleSinceHintMonotonic"]?.unsigned : nil
    }
}
#endif
