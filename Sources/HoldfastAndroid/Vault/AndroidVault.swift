public import HoldfastCore
import HoldfastCrypto

/// Items in a file of the app, sealed under keys of the Android Keystore.
///
/// What the Keystore gives: its keys cannot be read out, do not leave the device, and die by the
/// rules they were made with. What this store adds: every item's name and value is sealed, the file
/// is authenticated as a whole, so that a record that was lost, moved, put back or damaged is
/// `DATA_CORRUPTED` and never missing (P1), and it is replaced in one step (P2) that is on the
/// storage when a write returns (P5).
///
/// An app has one such store. Several objects and several processes of the app may use it at once.
/// Making an object opens nothing; a read where nothing was written makes nothing. The app leaves
/// the store's file out of its backups: nothing of it can be opened on another device.
///
/// - Note: `docs/platforms/android.md` says what lies where and what that is worth,
///   `docs/formats/android.md` is the file's format.
public final class AndroidVault: ItemStore {
    let core: VaultCore
    let queue = BlockingQueue(label: "holdfast.android")
    private let lockObservation: any Sendable & AnyObject

    /// Takes a platform; opens nothing.
    ///
    /// - Parameters:
    ///   - platform: the Keystore, the prompts, the device and the app's folders.
    ///   - clearOnReinstall: whether a store that a backup brought back after a reinstall, and that
    ///     nothing can open, is removed without a word. Android removes an app's items with the
    ///     app, so nothing else needs clearing. If `false`, each of its items is `KEY_INVALIDATED`
    ///     until it is handled.
    public init(_ platform: AndroidPlatform, clearOnReinstall: Bool = false) {
        let core = VaultCore(platform, clearsOnReinstall: clearOnReinstall)
        self.core = core
        let device = platform.device
        let cache = core.cache
        lockObservation = device.observeLock {
            if device.isDeviceLocked { cache.dropUnlocked() }
        }
    }

    /// What this device's system can do.
    public var capabilities: StoreCapabilities {
        let hasStrongBox = core.apiLevel >= 28 && core.device.hasStrongBox
        return StoreCapabilities(
            persistence: .untilRemoved, accessibilities: Set(Accessibility.allCases),
            accessControls: Self.accessControls(apiLevel: core.apiLevel),
            keyStorages: hasStrongBox
                ? [.automatic, .strongbox, .strongboxRequired] : [.automatic, .strongbox],
            hasSynchronizableItems: false, hasAccessGroups: false, hasAtomicUpdate: true,
            isSharedAcrossProcesses: true)
    }

    /// A prompt that takes the passcode for a key, and a confirmation that counts for a time:
    /// `setUserAuthenticationParameters`, and `DEVICE_CREDENTIAL` with a `CryptoObject`.
    static let firstLevelOfPasscodePrompts = 30

    /// What a system of an API level can do.
    ///
    /// On API 23 every key for biometrics ends with a new finger: the setter that says otherwise
    /// came with 24.
    static func accessControls(apiLevel: Int) -> Set<AccessControl> {
        if apiLevel >= firstLevelOfPasscodePrompts { return Set(AccessControl.allCases) }
        return apiLevel >= 24
            ? [.none, .biometryAny, .biometryCurrentSet] : [.none, .biometryCurrentSet]
    }

    /// Whether items can be written with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: `unsupportedOS` below Android 11 for those that the passcode opens; else what lock
    ///   screen and biometrics say.
    /// - Throws: `UNKNOWN` if the system's answer about biometrics is not known.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try core.canUse(accessControl)
    }

    /// Removes everything of the store: items, tombstones, keys, and what a backup brought back.
    ///
    /// The way out of a store that is `DATA_CORRUPTED`, and a wipe at logout. If it is cut, the next
    /// call finishes it.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `UNKNOWN` with what failed.
    public func eraseEverything() async throws(KeychainError) {
        try await locked { (core) throws(KeychainError) in try core.eraseEverything() }
    }

    /// Removes the tombstones of all items that came back from a backup without their keys.
    ///
    /// Until then each answers `KEY_INVALIDATED` when asked for by name, and lists are refused, as
    /// the names cannot be read.
    ///
    /// - Returns: how many there were.
    /// - Throws: as a write.
    @discardableResult
    public func forgetLostItems() async throws(KeychainError) -> Int {
        try await locked { (core) throws(KeychainError) in try core.forgetLostItems() }
    }
}
