import HoldfastCore
import HoldfastCrypto

extension MemoryShelf {
    /// Refuses every call before the first unlock: names are not readable then, so nobody can tell
    /// whether an item is there (P1).
    func requireNames() throws(KeychainError) {
        switch availability {
        case .unavailable(let error): throw error
        case .beforeFirstUnlock:
            throw KeychainError(
                .interactionNotAllowed, "the device was not unlocked since it started")
        case .locked, .unlocked: return
        }
    }

    /// Refuses a protection that the device cannot give or use now.
    func requireUsable(_ protection: ItemProtection) throws(KeychainError) {
        if let refusal = try canUse(protection.accessControl).refusal { throw refusal }
        if protection.accessibility == .whenPasscodeSetThisDeviceOnly && !isPasscodeSet {
            throw KeychainError(.passcodeNotSet, "the item's class needs a passcode")
        }
        guard availability.isReadable(protection.accessibility) else {
            throw KeychainError(
                .interactionNotAllowed,
                "items of class \(protection.accessibility.rawValue) need the device unlocked")
        }
    }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        if case .unavailable(let error) = availability { throw error }
        guard capabilities.accessControls.contains(accessControl) else { return .unsupportedOS }
        switch accessControl {
        case .none: return .available
        case .devicePasscode, .biometryAnyOrPasscode:
            return isPasscodeSet ? .available : .passcodeNotSet
        case .biometryAny, .biometryCurrentSet, .biometryCurrentSetOrPasscode:
            if biometry == .noHardware { return .noHardware }
            if !isPasscodeSet { return .passcodeNotSet }
            return biometry == .notEnrolled ? .notEnrolled : .available
        }
    }

    mutating func setPasscode(_ isSet: Bool, now: UnixTime) {
        isPasscodeSet = isSet
        guard !isSet else { return }
        invalidateAll(reason: .passcodeRemoved, now: now) {
            $0.accessibility == .whenPasscodeSetThisDeviceOnly
        }
    }

    mutating func setBiometry(_ new: MemoryStore.Biometry, now: UnixTime) {
        guard new != biometry else { return }
        biometry = new
        invalidateAll(reason: .biometricsChanged, now: now) {
            $0.accessControl.isBoundToEnrolledBiometrics
        }
    }

    private mutating func invalidateAll(
        reason: Invalidation.Reason, now: UnixTime, where isBound: (ItemProtection) -> Bool
    ) {
        // In the order of their names, because each invalidation takes a version.
        for key in entries.keys.sorted() {
            guard let entry = entries[key], isBound(entry.attributes.protection) else { continue }
            invalidate(key, reason: reason, now: now)
        }
    }

    /// Replaces a live item's value by a tombstone, which is a change and so has a new version.
    @discardableResult
    mutating func invalidate(_ key: ItemKey, reason: Invalidation.Reason, now: UnixTime) -> Bool {
        guard let old = entries[key]?.attributes, old.invalidation == nil else { return false }
        let attributes = ItemAttributes(
            key: key, protection: old.protection, kind: old.kind, version: nextVersion(),
            created: old.created, modified: old.modified, byteCount: 0,
            invalidation: Invalidation(reason: reason, time: now))
        entries[key] = Entry(attributes: attributes, value: nil)
        return true
    }
}

extension MemoryShelf {
    mutating func setAvailability(_ new: StoreAvailability) {
        guard new != availability else { return }
        availability = new
        // Under the store's lock, so that everybody sees the changes in the same order.
        for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer.yield(new) }
    }

    mutating func addObserver(_ observer: AsyncStream<StoreAvailability>.Continuation) -> Int {
        observer.yield(availability)
        lastObserver += 1
        observers[lastObserver] = observer
        return lastObserver
    }

    mutating func removeObserver(_ number: Int) {
        observers[number] = nil
    }
}
