#if os(Linux) && Desktop
/// What an agent does beyond locking with the screen.
package struct AgentOptions: Sendable, Equatable {
    /// After how long without a touch the keys of the `whenUnlocked` classes are dropped.
    package var idleTimeout = Duration.seconds(15 * 60)
    /// Whether a sleep drops the keys of the `afterFirstUnlock` classes too.
    package var dropsAllOnSleep = false
    /// How long after an unlock the keys of the `afterFirstUnlock` classes are dropped; `nil`:
    /// they stay.
    package var longestAge: Duration?
    /// How long keys live without a renewal.
    package var lease = AgentTimes.lease
    /// How often keys are renewed; a fraction of the lease.
    package var renewal = AgentTimes.renewal
    /// The bus of logind.
    package var systemBus = BusPlace.system
    /// The bus of the screen savers.
    package var userBus = BusPlace.user

    /// Takes the usual settings.
    package init() {}
}

/// What an agent tells whoever started it.
package enum AgentNotice: Sendable, Equatable {
    /// It watches.
    case watching(followsSavers: Bool)
    /// It dropped keys.
    case dropped(all: Bool, because: AgentReason)
    /// It could not; the kernel's time-out will.
    case failed(String)
}

/// Why keys were dropped.
package enum AgentReason: String, Sendable {
    /// A screen was locked.
    case screenLock
    /// The machine went to sleep.
    case sleep
    /// Nobody touched it.
    case idle
    /// Nothing will be told any more of locks.
    case blind
    /// The agent was told to end.
    case stop
}
#endif
