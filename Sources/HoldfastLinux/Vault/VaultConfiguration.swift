#if os(Linux)
import HoldfastCore
public import HoldfastCrypto

/// How a vault is to be used: where it is, who asks for the passcode, how long things may take.
public struct VaultConfiguration: Sendable {
    /// Where the vault is.
    public var location: VaultLocation
    /// Who asks the person for the passcode; `nil`: nobody can, and a prompt is `NO_ACTIVITY`.
    public var passcodeSource: (any PasscodeSource)?
    /// Who finds out whether the person is there; `nil`: items cannot ask for a finger alone.
    public var presenceVerifier: (any PresenceVerifier)?
    /// For how long after the passcode a finger opens items that take either, in this process.
    ///
    /// Such items are sealed under the passcode, and a finger holds no key: for this time the key
    /// stays in this process's memory. The default, 0, keeps none, and they ask for the passcode.
    public var fingerAfterPasscode: Duration = .zero
    /// How long to wait for another process that is writing, before it is `UNKNOWN` (busy).
    public var busyTimeout: Duration = .seconds(5)
    /// How long the keys of the `whenUnlocked` classes stay after an unlock.
    public var unlockTimeout: Duration = .seconds(15 * 60)
    /// Whether the items of a removed app are cleared when it is installed again.
    public var reinstall: ReinstallPolicy?
    /// The clocks; tests bring their own (P12).
    public var clock: any VaultClock = SystemVaultClock()
    /// The source of keys, salts and identifiers; tests bring a seeded one (P12), whose vaults are
    /// marked and which release builds refuse.
    public var random: any SecureRandom = SystemRandom()
    /// Where unlocked class keys are kept; tests bring their own.
    var keyCache: any ClassKeyCache = KernelKeyring()
    /// The hardware that seals device secrets; `nil`: the machine's TPM, if the program was built
    /// with support for it.
    package var sealer: (any SecretSealer)?
    /// SQLite's file layer; tests bring one that fails.
    package var fileLayer: String?
    /// Cost of one passcode try when a passcode is set; tests take the least that is allowed.
    package var passcodeMemoryKiB = PasscodeSettings.standardMemoryKiB
    /// Passes of one passcode try when a passcode is set.
    package var passcodeIterations = PasscodeSettings.standardIterations

    /// Takes a place and the usual settings.
    ///
    /// - Parameter location: where the vault is.
    public init(location: VaultLocation) {
        self.location = location
    }

    /// Keeps unlocked class keys in the process and not in the kernel keyring, for tests.
    package mutating func keepKeysInProcess() {
        keyCache = ProcessKeyCache(clock: clock)
    }
}

/// What tells a fresh installation of an app from one that was there before.
///
/// On Linux nothing removes an app's items with the app. An app that wants them gone after a
/// reinstall passes the path of a marker file that is removed together with the app.
public struct ReinstallPolicy: Sendable, Equatable {
    /// A file outside the vault, in a directory that exists.
    ///
    /// When it is not there, the app is taken for freshly installed; it is made after the items
    /// were removed.
    public var markerPath: String
    /// The services whose items are removed then.
    public var services: [String]

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - markerPath: the marker file, an absolute path.
    ///   - services: the services whose items belong to the app.
    public init(markerPath: String, services: [String]) {
        self.markerPath = markerPath
        self.services = services
    }
}
#endif
