public import HoldfastCore
import HoldfastCrypto

extension MemoryStore {
    /// Which biometrics the device has.
    public enum Biometry: Sendable, Equatable {
        /// There is no sensor.
        case noHardware
        /// There is a sensor and nothing is enrolled.
        case notEnrolled
        /// Something is enrolled; another number is another set of fingers or faces.
        case enrolled(set: Int)
    }

    /// Puts the device in a state and tells everybody who observes it.
    ///
    /// - Parameter availability: the new state. Every state but unlocked ends confirmations.
    public func setAvailability(_ availability: StoreAvailability) {
        shelf.withLock { $0.setAvailability(availability) }
        if availability != .unlocked { session.withLock { $0.confirmations = [:] } }
    }

    /// Sets or removes the device's passcode.
    ///
    /// - Parameter isSet: whether there is a passcode from now on. Removing it invalidates the
    ///   items of class `whenPasscodeSetThisDeviceOnly`.
    public func setPasscode(_ isSet: Bool) {
        let now = clock.now
        shelf.withLock { $0.setPasscode(isSet, now: now) }
        if !isSet { session.withLock { $0.confirmations = [:] } }
    }

    /// Changes the device's biometrics.
    ///
    /// - Parameter biometry: what the device has from now on. A change of the enrolled set
    ///   invalidates the items that are bound to it.
    public func setBiometry(_ biometry: Biometry) {
        let now = clock.now
        shelf.withLock { $0.setBiometry(biometry, now: now) }
    }

    /// Makes an item's key be lost: its value is gone and a tombstone stays.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - reason: the rule that took it.
    /// - Returns: whether there was an item that was not yet invalidated.
    @discardableResult
    public func invalidate(_ key: ItemKey, reason: Invalidation.Reason) -> Bool {
        let now = clock.now
        return shelf.withLock { $0.invalidate(key, reason: reason, now: now) }
    }

    /// What the device was last set to.
    ///
    /// - Returns: the present state.
    public func availability() async -> StoreAvailability {
        shelf.withLock { $0.availability }
    }

    /// The states of the device, the present one first, each change after it.
    ///
    /// - Returns: a sequence that never ends by itself; leaving its loop stops the observation.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        let shelf = shelf
        let (stream, continuation) = AsyncStream.makeStream(of: StoreAvailability.self)
        let number = shelf.withLock { $0.addObserver(continuation) }
        continuation.onTermination = { _ in shelf.withLock { $0.removeObserver(number) } }
        return stream
    }
}
