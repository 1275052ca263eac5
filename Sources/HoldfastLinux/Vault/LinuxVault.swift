#if os(Linux)
public import HoldfastCore
import HoldfastCrypto

/// An encrypted vault that behaves like a phone's keychain, in one SQLite file.
///
/// What makes it one: each item is sealed under the key of its class, and the class keys are in
/// reach only in the states that the class allows (see ``Accessibility``). With a passcode they are
/// wrapped by the passcode and the device secret together, and after `unlock` they are in the
/// kernel's keyring; without one the device secret alone opens them, and the classes are advisory.
/// A lookup that finds nothing is authenticated like one that finds something (P1), a write is one
/// transaction (P2) that is on the disk when it returns (P5).
///
/// Several vault objects and several processes may use one vault at once. Making an object opens
/// nothing; a read of a vault that does not exist answers `nil` and makes nothing.
///
/// - Note: `docs/formats/vault.md` is the format, `docs/threat-model.md` what it protects against.
public final class LinuxVault: ItemStore, CoredStore {
    let core: Locked<VaultCore>
    let queue = BlockingQueue(label: "holdfast.vault")
    let configuration: VaultConfiguration

    /// Takes a vault's place and settings; opens nothing.
    ///
    /// - Parameter configuration: where the vault is and how to use it.
    public init(_ configuration: VaultConfiguration) {
        self.configuration = configuration
        core = Locked(VaultCore(configuration))
    }

    /// What a vault can do.
    public static let capabilities = StoreCapabilities(
        persistence: .untilRemoved, accessibilities: Set(Accessibility.allCases),
        accessControls: [
            .none, .devicePasscode, .biometryAny, .biometryAnyOrPasscode,
            .biometryCurrentSetOrPasscode,
        ],
        keyStorages: [.automatic, .tpm], hasSynchronizableItems: false, hasAccessGroups: false,
        hasAtomicUpdate: true, isSharedAcrossProcesses: true)

    /// What this vault can do.
    public var capabilities: StoreCapabilities { Self.capabilities }

    /// What the vault mended or could not do without failing, each once, for a tool to print.
    public var warnings: [String] {
        core.withLock { $0.warnings }
    }

    /// Whether items can be written with an access control now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: `passcodeNotSet` for those that the passcode opens while there is none; for
    ///   `biometryAny` what the reader says, `noHardware` without one; `unsupportedOS` for
    ///   `biometryCurrentSet`, since a reader on Linux gives no key that could be bound to.
    /// - Throws: what kept the vault from finding out.
    /// - Complexity: waits for the reader's service where a finger is asked about.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        switch accessControl {
        case .none: return .available
        case .biometryAny:
            return try configuration.presenceVerifier?.availability() ?? .noHardware
        case .biometryCurrentSet: return .unsupportedOS
        case .devicePasscode, .biometryAnyOrPasscode, .biometryCurrentSetOrPasscode: break
        }
        return try locked { (core) throws(KeychainError) in try core.hasPasscode() }
            ? .available : .passcodeNotSet
    }

    /// Closes the vault's file, and moves its log into it if no other process has it open.
    ///
    /// The next call opens it again. Releasing the object does the same, but not always at once:
    /// its own thread may still hold it.
    public func close() {
        core.withLock { $0.close() }
    }

    // MARK: - How calls run

    /// Runs a call on this thread, which may wait.
    func locked<R: Sendable>(
        _ body: (VaultCore) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try core.withLock { (core) throws(KeychainError) in try body(core) }
    }

    /// Runs a call on the vault's own thread, so that the cooperative pool does not wait.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (VaultCore) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        try await queue.run { () throws(KeychainError) in try self.locked(body) }
    }

    func runRemoval(
        _ body: @escaping @Sendable (VaultCore) throws(KeychainError) -> Bool
    ) async throws(KeychainError) -> Bool {
        try await run(body)
    }
}
#endif
