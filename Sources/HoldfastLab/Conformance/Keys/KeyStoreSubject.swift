public import HoldfastCore

/// A key store under examination, and what the suite may do to the device under it.
///
/// The store is fresh: no keys, unlocked, with a passcode if ``hasPasscode`` says so, and every
/// prompt confirmed. A control that a backend cannot offer stays `nil`, and the cases that need it
/// answer ``ConformanceOutcome/notApplicable(_:)``.
public struct KeyStoreSubject: Sendable {
    /// Does something to the device.
    public typealias Control = @Sendable () async throws -> Void

    /// The store.
    public var store: any DeviceKeyStore
    /// Whether the device has a passcode, so that keys can depend on it.
    public var hasPasscode = true
    /// Locks the device after its first unlock.
    public var lock: Control?
    /// Unlocks the device, also for the first time after a start.
    public var unlock: Control?
    /// Brings the device to the state after a start, before the first unlock.
    public var simulateReboot: Control?
    /// Opens the same keys anew, as another process would.
    public var reopen: (@Sendable () async throws -> any DeviceKeyStore)?
    /// Takes a key that was made under ``invalidatableProtection``.
    public var invalidate: (@Sendable (ItemKey) async throws -> Void)?
    /// The protection of keys that ``invalidate`` can take.
    public var invalidatableProtection = ItemProtection.standard
    /// Sets what the person does with every prompt from now on.
    public var answerPrompts: (@Sendable (PromptAnswer) async throws -> Void)?

    /// Takes a fresh store without controls; set those that the backend has.
    ///
    /// - Parameter store: the store.
    public init(_ store: any DeviceKeyStore) {
        self.store = store
    }
}

extension KeyStoreSubject {
    /// Makes a subject of software keys over an item store, with the item store's controls.
    ///
    /// - Parameter items: the item store under examination.
    public init(softwareKeysOver items: ConformanceSubject) {
        self.init(SoftwareKeyStore(over: items.store))
        hasPasscode = items.hasPasscode
        lock = items.lock
        unlock = items.unlock
        simulateReboot = items.simulateReboot
        if let reopenItems = items.reopen {
            reopen = { SoftwareKeyStore(over: try await reopenItems()) }
        }
        if let invalidateItem = items.invalidate {
            invalidate = { name in try await invalidateItem(SoftwareKeyStore.item(of: name)) }
        }
        invalidatableProtection = items.invalidatableProtection
        answerPrompts = items.answerPrompts
    }
}
