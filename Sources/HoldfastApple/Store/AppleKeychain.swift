public import HoldfastCore
public import HoldfastCrypto

/// The keychain of an Apple device as a store.
///
/// What it adds to the platform: a read has three outcomes and never takes "not readable yet" for
/// "not there" (P1); a write updates in place and never removes a row first (P2); an item whose key
/// died is `KEY_INVALIDATED` and not missing; and each failed prompt says why it failed. For that it
/// keeps a ledger in the app's own folder, which holds no value and no readable name.
///
/// All of it is written against ``ApplePlatform``, so that it runs on a simulated phone.
///
/// - Note: `docs/platforms/apple.md` says what is kept where and what an app must set up.
public final class AppleKeychain: ItemStore {
    let platform: ApplePlatform
    let core: Locked<KeychainCore>
    let queue = BlockingQueue(label: "holdfast.keychain")
    private let observation: any Sendable & AnyObject

    /// Takes the platform; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - platform: the keychain, the device and the app's folders.
    ///   - configuration: how the app uses it.
    ///   - random: draws ids and the key that seals names in the ledger.
    public init(
        _ platform: ApplePlatform, configuration: AppleKeychainConfiguration = .standard,
        random: any SecureRandom = SystemRandom()
    ) {
        self.platform = platform
        let lockChanges = Locked(0)
        observation = platform.device.observeProtectedData { lockChanges.withLock { $0 += 1 } }
        core = Locked(
            KeychainCore(platform, configuration, random: random, lockChanges: lockChanges))
    }

    /// What a keychain can do.
    public static let capabilities = StoreCapabilities(
        persistence: .untilRemoved, accessibilities: Set(Accessibility.allCases),
        accessControls: Set(AccessControl.allCases), keyStorages: [.automatic],
        hasSynchronizableItems: true, hasAccessGroups: true, hasAtomicUpdate: false,
        isSharedAcrossProcesses: true)

    /// What a keychain can do.
    public var capabilities: StoreCapabilities { Self.capabilities }

    /// Whether items can be written with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: `available` also during a lock-out.
    /// - Throws: `MISSING_USAGE_DESCRIPTION` if the app could not ask for a face, and the code of an
    ///   `LAError` that is about something else.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try platform.device.availability(of: accessControl)
    }

    /// What became of the app since it last used its keychain.
    ///
    /// - Returns: the same answer as long as the process lives; `same` from the next process on.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, when nobody can tell.
    public func installation() async throws(KeychainError) -> Installation {
        try await run { (core) throws(KeychainError) in
            _ = try core.open()
            return core.opened?.installation ?? .same
        }
    }

    // MARK: - How calls run

    /// Runs a call on this thread, alone in this process and among the app's processes.
    func locked<R: Sendable>(
        _ body: @Sendable (inout KeychainCore) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let container = platform.container
        return try core.withLock { (core) throws(KeychainError) in
            try container.withLock { () throws(KeychainError) in try body(&core) }
        }
    }

    /// Runs a call on the store's own thread, so that the cooperative pool does not wait.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (inout KeychainCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        try await queue.run { () throws(KeychainError) in try self.locked(body) }
    }
}

extension AppleKeychain: CustomStringConvertible, CustomReflectable {
    /// The type's name, and no name of an item (P10).
    public var description: String { "AppleKeychain" }

    /// Has no children, so that `dump` shows nothing of the store (P10).
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
