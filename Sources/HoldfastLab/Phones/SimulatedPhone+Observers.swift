import HoldfastCrypto

extension SimulatedPhone {
    /// Calls back after each change of whether class A data is there.
    ///
    /// - Parameter body: called by whoever causes the change, outside of the phone's lock.
    /// - Returns: what keeps the observation alive.
    func observeUnlocks(_ body: @escaping @Sendable () -> Void) -> any Sendable & AnyObject {
        let number = unlockObservers.withLock { observers in
            let number = (observers.keys.max() ?? 0) + 1
            observers[number] = body
            return number
        }
        return UnlockObservation(phone: self, number: number)
    }

    func tellObservers() {
        let observers = unlockObservers.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        for observer in observers { observer() }
    }
}

/// Ends an observation with its own life.
private final class UnlockObservation: Sendable {
    private let phone: SimulatedPhone
    private let number: Int

    init(phone: SimulatedPhone, number: Int) {
        self.phone = phone
        self.number = number
    }

    deinit {
        phone.unlockObservers.withLock { $0[number] = nil }
    }
}
