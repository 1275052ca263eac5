#if os(Linux) && SecretService
public import HoldfastCore

/// How often the collection is asked whether it is locked.
private let pollingInterval = Duration.milliseconds(500)

extension SecretServiceStore {
    /// What the keyring can answer now; a locked collection is a store before its first unlock.
    public func availability() async -> StoreAvailability {
        do {
            return try await run { (core) throws(KeychainError) in
                try core.isLocked() ? .beforeFirstUnlock : .unlocked
            }
        } catch {
            return .unavailable(error)
        }
    }

    /// The keyring's states, the present one first, each change after it within a second.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        .polling(every: pollingInterval, configuration.clock) { await self.availability() }
    }

    /// Has the keyring's own program ask the person to unlock the collection.
    ///
    /// No other call asks for that; the password goes to that program and not to this one.
    ///
    /// - Parameter limit: how long the person may take.
    /// - Throws: `USER_CANCELED` if it stayed locked: the person declined, or the keyring has no
    ///   way to ask, which it does not tell apart; `SYSTEM_CANCELED` if nobody answered in time or
    ///   the task was cancelled, whereupon its window may stay; else as ``availability()`` reports.
    public func unlock(within limit: Duration = .seconds(120)) async throws(KeychainError) {
        try await runAsking(within: limit) { (core) throws(KeychainError) in try core.unlock() }
    }
}
#endif
