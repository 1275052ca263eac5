public import HoldfastCore

/// A store under examination, and what the suite may do to the device under it.
///
/// The store is fresh: no items, unlocked, with a passcode if ``hasPasscode`` says so, and every
/// prompt confirmed. A control that a backend cannot offer stays `nil`, and the cases that need it
/// answer ``ConformanceOutcome/notApplicable(_:)``.
public struct ConformanceSubject: Sendable {
    /// Does something to the device.
    public typealias Control = @Sendable () async throws -> Void

    /// The store.
    public var store: any ItemStore
    /// Whether the device has a passcode, so that items can depend on it.
    public var hasPasscode = true
    /// Whether all items can be made and changed without a prompt.
    ///
    /// Where not, a prompt-free write or removal may be `AUTH_REQUIRED`, and must then change nothing.
    public var isChangedWithoutPrompt = true
    /// Names that the store has no room for.
    ///
    /// A write of an item of such a name must be `UNSUPPORTED` and make nothing.
    public var refusedNames: Set<String> = []
    /// Locks the device after its first unlock.
    public var lock: Control?
    /// Unlocks the device, also for the first time after a start.
    public var unlock: Control?
    /// Brings the device to the state after a start, before the first unlock.
    public var simulateReboot: Control?
    /// Opens the same data anew, as another process would.
    public var reopen: (@Sendable () async throws -> any ItemStore)?
    /// Takes the key of an item that was written under ``invalidatableProtection``.
    public var invalidate: (@Sendable (ItemKey) async throws -> Void)?
    /// The protection of items that ``invalidate`` can take.
    public var invalidatableProtection = ItemProtection.standard
    /// Sets what the person does with every prompt from now on.
    public var answerPrompts: (@Sendable (PromptAnswer) async throws -> Void)?

    /// Takes a fresh store without controls; set those that the backend has.
    ///
    /// - Parameter store: the store.
    public init(_ store: any ItemStore) {
        self.store = store
    }
}
