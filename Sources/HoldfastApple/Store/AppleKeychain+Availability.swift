public import HoldfastCore
import HoldfastCrypto

extension AppleKeychain {
    /// What the keychain can answer now.
    ///
    /// - Returns: the present state.
    public func availability() async -> StoreAvailability {
        do {
            return try await run { (core) throws(KeychainError) in core.availability() }
        } catch {
            return .unavailable(error)
        }
    }

    /// The states of the keychain, the present one first, each change after it as the system tells
    /// of it.
    ///
    /// - Returns: a sequence that never ends by itself; leaving its loop stops the observation.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        AsyncStream { continuation in
            let last = Locked<StoreAvailability?>(nil)
            // On the store's own thread, one after the other, so that no state overtakes another.
            let look: @Sendable () -> Void = { [self] in
                queue.enqueue { [self] in
                    let now = availabilityNow()
                    let isNew = last.withLock { last in
                        defer { last = now }
                        return last != now
                    }
                    if isNew { continuation.yield(now) }
                }
            }
            let observation = platform.device.observeProtectedData(look)
            continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
            look()
        }
    }

    private func availabilityNow() -> StoreAvailability {
        do {
            return try locked { (core) throws(KeychainError) in core.availability() }
        } catch {
            return .unavailable(error)
        }
    }
}

extension KeychainCore {
    fileprivate mutating func availability() -> StoreAvailability {
        do throws(KeychainError) {
            _ = try open()
            // Asked anew: what the first call found out says nothing of a keychain that went away.
            guard try KeychainSession.readSentinel(platform) != nil else {
                throw KeychainSession.notAnswering
            }
            return try isUnlocked() ? .unlocked : .locked
        } catch {
            return error.code == .interactionNotAllowed ? .beforeFirstUnlock : .unavailable(error)
        }
    }
}
