public import HoldfastCore
import HoldfastCrypto

/// A store in memory that keeps every rule of a real one, for tests of apps and of this package.
///
/// A test sets the device's state (``setAvailability(_:)``, ``setPasscode(_:)``,
/// ``setBiometry(_:)``), answers prompts, makes calls fail and reads which calls were made. It is
/// not a stub: items are refused, locked, invalidated and prompted for as on a phone, so that code
/// which passes with it has met what a device does.
///
/// A write needs what the protection that it results in needs: a class that is readable now, a
/// passcode, a person. One confirmation counts for one item, for its `authValidity`.
///
/// ```swift
/// let store = MemoryStore()
/// try await store.write(SecretBytes(utf8: "token"), for: key)
/// store.setAvailability(.beforeFirstUnlock)
/// // What does the app do now? It must not sign the person out.
/// ```
public final class MemoryStore: ItemStore {
    /// What this store was told to offer.
    public let capabilities: StoreCapabilities

    let shelf: Locked<MemoryShelf>
    let session: Locked<MemorySession>
    let clock: any WallClock
    let answerPrompt: @Sendable (PromptRequest) async -> PromptAnswer

    /// Makes an empty store on an unlocked device with a passcode and enrolled biometrics.
    ///
    /// - Parameters:
    ///   - capabilities: what the store offers; what is missing is refused as on a real device.
    ///   - clock: stamps items and measures `authValidity` (P12).
    ///   - answerPrompt: the person; asked when ``answerNextPrompts(_:)`` and
    ///     ``answerPrompts(_:)`` have left no answer.
    ///     Without one there is nowhere to show a prompt, which is `NO_ACTIVITY`.
    public convenience init(
        capabilities: StoreCapabilities = .memory, clock: any WallClock = SystemWallClock(),
        answerPrompt: @escaping @Sendable (PromptRequest) async -> PromptAnswer = { _ in
            .failed(.noActivity)
        }
    ) {
        self.init(
            capabilities: capabilities, shelf: Locked(MemoryShelf(capabilities: capabilities)),
            clock: clock, answerPrompt: answerPrompt)
    }

    private init(
        capabilities: StoreCapabilities, shelf: Locked<MemoryShelf>, clock: any WallClock,
        answerPrompt: @escaping @Sendable (PromptRequest) async -> PromptAnswer
    ) {
        self.capabilities = capabilities
        self.shelf = shelf
        self.clock = clock
        self.answerPrompt = answerPrompt
        session = Locked(MemorySession())
    }

    /// Another store on the same device with the same items, as a second process would open it.
    ///
    /// - Returns: a store without this one's faults, answers, confirmations and calls.
    public func reopened() -> MemoryStore {
        MemoryStore(
            capabilities: capabilities, shelf: shelf, clock: clock, answerPrompt: answerPrompt)
    }
}

extension StoreCapabilities {
    /// Everything that any platform has, kept as long as the process.
    public static let memory = StoreCapabilities(
        persistence: .process, accessibilities: Set(Accessibility.allCases),
        accessControls: Set(AccessControl.allCases), keyStorages: Set(KeyStorage.allCases),
        hasSynchronizableItems: true, hasAccessGroups: true, hasAtomicUpdate: true,
        isSharedAcrossProcesses: false)
}

extension MemoryStore: CustomStringConvertible, CustomReflectable {
    /// How many items there are, and no name or value (P10).
    public var description: String {
        "MemoryStore(\(shelf.withLock { $0.entries.count }) items)"
    }

    /// Has no children, so that `dump` shows neither names nor values (P10).
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
