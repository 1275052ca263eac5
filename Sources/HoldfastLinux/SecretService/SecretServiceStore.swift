#if os(Linux) && SecretService
public import HoldfastCore
import HoldfastCrypto

/// Items in the keyring of a Linux desktop, such as gnome-keyring, through libsecret.
///
/// For apps whose secrets should lie where the desktop keeps its own. A collection opens as a whole
/// with the person's login, so there is one class, `afterFirstUnlock`, and no access control; what
/// else an item could ask for is `UNSUPPORTED`. A locked collection is a store before its first
/// unlock: every call throws `INTERACTION_NOT_ALLOWED`, and `nil` is answered only after the
/// collection said afresh that it is not locked, by the service that was asked before (P1).
///
/// A write makes a new item, reads it back and only then removes the one before; of two that a
/// crash leaves the newer one counts (P2). Writers of one session take turns, so that conditions
/// hold between processes of this library. When a write is on the disk the service decides (P5);
/// gnome-keyring writes its file anew before it answers.
///
/// Calls block for at most ``SecretServiceConfiguration/timeLimit``. A keyring may answer a write or
/// a removal with a question, as KeePassXC does every time: the asynchronous calls have it asked,
/// for at most ``SecretServiceConfiguration/promptLimit``, and `…WithoutPrompt` refuse it. Reading
/// and looking ask nobody, and wait for nobody who is being asked.
///
/// - Note: `docs/desktop-keyring.md`; Secret Service API Draft 0.2.
public final class SecretServiceStore: ItemStore, CoredStore {
    /// Asks nobody, so that no call on it ever waits for a person.
    private let core: Locked<SecretServiceCore>
    private let queue = BlockingQueue(label: "holdfast.secret-service")
    /// What may have a person asked, on a connection of its own.
    private let askingCore: Locked<SecretServiceCore>
    private let askingQueue = BlockingQueue(label: "holdfast.secret-service.asking")
    let configuration: SecretServiceConfiguration

    /// Takes a keyring's place and settings; connects to nothing yet.
    ///
    /// - Parameter configuration: which keyring, and how.
    public convenience init(_ configuration: SecretServiceConfiguration) {
        let (address, timeLimit) = (configuration.busAddress, configuration.timeLimit)
        self.init(configuration) { () throws(KeychainError) in
            try KeyringConnection(to: address, timeLimit: timeLimit)
        }
    }

    /// Takes who answers the calls, for tests.
    package init(
        _ configuration: SecretServiceConfiguration,
        connecting: @escaping @Sendable () throws(KeychainError) -> any KeyringCalls
    ) {
        self.configuration = configuration
        core = Locked(SecretServiceCore(configuration, connect: connecting))
        askingCore = Locked(SecretServiceCore(configuration, connect: connecting))
    }

    /// What a keyring can do under a layout.
    ///
    /// - Parameter layout: how items lie.
    /// - Returns: under a shared layout no kinds but bytes, and no versions to compare.
    public static func capabilities(of layout: SecretServiceLayout) -> StoreCapabilities {
        var capabilities = StoreCapabilities(
            persistence: .untilRemoved, accessibilities: [.afterFirstUnlock],
            accessControls: [.none], keyStorages: [.automatic], hasSynchronizableItems: false,
            hasAccessGroups: false, hasAtomicUpdate: true, isSharedAcrossProcesses: true)
        if layout != .native {
            capabilities.kinds = [.bytes]
            capabilities.hasVersions = false
        }
        return capabilities
    }

    /// What this keyring can do under the layout chosen.
    public var capabilities: StoreCapabilities { Self.capabilities(of: configuration.layout) }

    /// What could not be done without failing, each once, for a tool to print.
    public var warnings: [String] {
        core.withLock { $0.warnings } + askingCore.withLock { $0.warnings }
    }

    /// Whether items can be written with an access control.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: `unsupportedOS` for all but none.
    /// - Throws: nothing.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        accessControl == .none ? .available : .unsupportedOS
    }

    /// Closes the connections, after the calls that are under way; the next call opens them again.
    public func close() {
        for core in [core, askingCore] { core.withLock { $0.close() } }
    }

    // MARK: - How calls run

    /// Runs a call on this thread, which may wait.
    func locked<R: Sendable>(
        _ body: (SecretServiceCore) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try core.withLock { (core) throws(KeychainError) in try body(core) }
    }

    /// Runs a call on the store's own thread, so that the cooperative pool does not wait.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (SecretServiceCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        try await queue.run { () throws(KeychainError) in try self.locked(body) }
    }

    /// Lets the keyring ask before a removal: from one that always does, nothing could be removed
    /// otherwise.
    func runRemoval(
        _ body: @escaping @Sendable (SecretServiceCore) throws(KeychainError) -> Bool
    ) async throws(KeychainError) -> Bool {
        try await runAsking(body)
    }

    /// Runs a call for which the keyring may have a person asked; the end of the task ends that.
    func runAsking<R: Sendable>(
        within limit: Duration? = nil,
        _ body: @escaping @Sendable (SecretServiceCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let permission = PromptPermission(limit: limit ?? configuration.promptLimit)
        let outcome = await withTaskCancellationHandler {
            await ask(permission, body)
        } onCancel: {
            permission.withdraw()
        }
        return try outcome.get()
    }

    private func ask<R: Sendable>(
        _ permission: PromptPermission,
        _ body: @escaping @Sendable (SecretServiceCore) throws(KeychainError) -> R
    ) async -> Result<R, KeychainError> {
        do throws(KeychainError) {
            return .success(
                try await askingQueue.run { () throws(KeychainError) in
                    try self.askingCore.withLock { (core) throws(KeychainError) in
                        try core.asking(permission) { () throws(KeychainError) in try body(core) }
                    }
                })
        } catch {
            return .failure(error)
        }
    }
}
#endif
