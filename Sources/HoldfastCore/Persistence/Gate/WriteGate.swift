public import HoldfastCrypto

/// A store that writes an item only after the store behind it has answered about that item (P3).
///
/// It is for stores whose write is not one step, as on Apple's systems: there a write over an item
/// that cannot be read may end with neither the old value nor the new one. Before each write it
/// reads the same item, without ever prompting. A value, "there is none" and "a person is needed"
/// are answers; anything else refuses the write before the store's own write is called, also
/// `KEY_INVALIDATED`, for which ``replaceInvalidated(_:with:options:prompt:)`` is the way through.
///
/// It costs one read a write, and none where it does not guard. It is no transaction: the device can
/// be locked between the read and the write.
public final class WriteGate: ItemStore {
    /// When a gate guards.
    public enum Mode: Sendable, Equatable {
        /// Where the store's write is not one step.
        case automatic
        /// Over every store.
        case always
        /// Never; writes go straight through.
        case never
    }

    let store: any ItemStore
    private let isGuarding: Bool
    private let gateSwitch: GateSwitch
    private let category: ItemCategory
    private let telemetry: any PersistenceTelemetry
    private let onRefused: @Sendable (WriteRefusal) -> Void
    private let queue = BlockingQueue(label: "holdfast.gate")
    private let tally = Locked(GateCounts())

    /// Puts a gate before a store.
    ///
    /// - Parameters:
    ///   - store: the store to guard.
    ///   - mode: when to guard.
    ///   - gateSwitch: the remote switch; one may serve many gates.
    ///   - category: what kind of items these are, for reports.
    ///   - telemetry: told of each refusal and of each unguarded write.
    ///   - onRefused: called for each refusal, before the writer gets the error.
    public init(
        _ store: any ItemStore, mode: Mode = .automatic, gateSwitch: GateSwitch = GateSwitch(),
        category: ItemCategory = "item", telemetry: any PersistenceTelemetry = NoTelemetry(),
        onRefused: @escaping @Sendable (WriteRefusal) -> Void = { _ in }
    ) {
        self.store = store
        self.gateSwitch = gateSwitch
        self.category = category
        self.telemetry = telemetry
        self.onRefused = onRefused
        switch mode {
        case .automatic: isGuarding = !store.capabilities.hasAtomicUpdate
        case .always: isGuarding = true
        case .never: isGuarding = false
        }
    }

    /// What the gate did so far.
    public var counts: GateCounts { tally.withLock { $0 } }

    /// What the store behind can do.
    public var capabilities: StoreCapabilities { store.capabilities }

    /// Creates or replaces an item, after the store has answered about it.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: the code of the read that failed, if it failed: the store's write was not called
    ///   then. Else as the store.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let passage = try await passage(for: key)
        let version = try await store.write(
            value, for: passage.key, options: options, prompt: prompt)
        count(passage)
        return version
    }

    /// As ``write(_:for:options:prompt:)``, without ever prompting, on the caller's thread.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``, and `AUTH_REQUIRED`.
    @discardableResult
    public func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        let passage = try passageWithoutPrompt(for: key)
        let version = try store.writeWithoutPrompt(value, for: passage.key, options: options)
        count(passage)
        return version
    }

    // MARK: - Passages

    private var isOpen: Bool { !isGuarding || !gateSwitch.isOn }

    private func passage(for key: ItemKey) async throws(KeychainError) -> GatePassage {
        if isOpen { return GatePassage(unguarded: key) }
        let store = store
        do throws(KeychainError) {
            return GatePassage(
                try await queue.run { () throws(KeychainError) in
                    try AnsweredRead(askingWithoutPrompt: store, about: key)
                })
        } catch {
            throw refuse(error)
        }
    }

    private func passageWithoutPrompt(for key: ItemKey) throws(KeychainError) -> GatePassage {
        if isOpen { return GatePassage(unguarded: key) }
        do throws(KeychainError) {
            return GatePassage(try AnsweredRead(askingWithoutPrompt: store, about: key))
        } catch {
            throw refuse(error)
        }
    }

    private func refuse(_ cause: KeychainError) -> KeychainError {
        tally.withLock { $0.refusals += 1 }
        let refusal = WriteRefusal(category: category, cause: cause)
        telemetry.record(PersistenceEvent(.writeRefused, category, cause))
        onRefused(refusal)
        return refusal.error
    }

    private func count(_ passage: GatePassage) {
        if passage.isGuarded {
            tally.withLock { $0.guardedWrites += 1 }
        } else if isGuarding {
            // Only the switch opens a gate that guards.
            tally.withLock { $0.unguardedWrites += 1 }
            telemetry.record(PersistenceEvent(.writtenUnguarded, category))
        }
    }
}
