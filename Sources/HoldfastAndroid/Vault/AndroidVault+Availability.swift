public import HoldfastCore
import HoldfastCrypto

extension AndroidVault {
    /// What the store can answer now, by the state of the device.
    ///
    /// - Returns: the present state.
    public func availability() async -> StoreAvailability { core.availability }

    /// The states of the device, the present one first, each change after it.
    ///
    /// - Returns: a sequence that never ends by itself; leaving its loop stops the observation.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        let core = core
        return AsyncStream { continuation in
            let last = Locked<StoreAvailability?>(nil)
            let look: @Sendable () -> Void = {
                // Asked and told under one lock, so that two changes cannot change places.
                last.withLock { last in
                    let now = core.availability
                    if now != last { continuation.yield(now) }
                    last = now
                }
            }
            // Observed first: a change before the first look is in the first look.
            let observation = core.device.observeLock(look)
            look()
            continuation.onTermination = { _ in withExtendedLifetime(observation) {} }
        }
    }
}
