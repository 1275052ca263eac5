public import HoldfastCore
public import HoldfastCrypto

/// Everything outside of an identity that it works with; it does no input or output of its own (P12).
public struct IdentityParts: Sendable {
    /// Keeps the signing key.
    public var keys: any DeviceKeyStore
    /// Keeps the agreement key; another store where the hardware cannot agree.
    public var agreementKeys: any DeviceKeyStore
    /// Keeps the marker, the sentinel and what is under way.
    public var store: any ItemStore
    /// The app's database.
    public var database: any IdentityDatabase
    /// Where the accounts' logs are.
    public var directory: any DeviceDirectory
    /// The app's folder, for the copy of the account's log.
    public let container: any AppContainer
    /// Keeps the journal of decisions.
    public var journal: IdentityJournal
    /// Which hardware new keys should be in.
    public var keyStorage: KeyStorage
    /// What the key that needs the person asks for; `nil` for no such key.
    public var presence: AccessControl?
    /// Draws names and what probes sign.
    public var random: any SecureRandom
    /// Dates entries and decisions.
    public var wallClock: any WallClock
    /// Measures the pause between two looks.
    public var clock: any Clock<Duration>
    /// The pause between the two looks that a change of identity needs.
    public var pause: Duration

    /// Puts the parts together.
    ///
    /// - Parameters:
    ///   - keys: keeps the device's keys.
    ///   - agreementKeys: keeps the agreement key; `nil` for the same store.
    ///   - store: keeps marker, sentinel and what is under way.
    ///   - database: the app's database.
    ///   - directory: where the accounts' logs are.
    ///   - container: the app's folder, for the journal and the copy of the account's log.
    ///   - keyStorage: which hardware new keys should be in.
    ///   - presence: what the key that lets devices in and puts them out asks of the person, as
    ///     `biometryCurrentSet`; made where the device can have it when its keys are made. `nil`
    ///     for no such key: the device then removes no other.
    ///   - random: draws names and what probes sign.
    ///   - wallClock: dates entries and decisions.
    ///   - clock: measures the pause.
    ///   - pause: the pause between the two looks that a change of identity needs.
    public init(
        keys: any DeviceKeyStore, agreementKeys: (any DeviceKeyStore)? = nil,
        store: any ItemStore, database: any IdentityDatabase, directory: any DeviceDirectory,
        container: any AppContainer, keyStorage: KeyStorage = .automatic,
        presence: AccessControl? = nil, random: any SecureRandom = SystemRandom(),
        wallClock: any WallClock = SystemWallClock(),
        clock: any Clock<Duration> = ContinuousClock(), pause: Duration = .seconds(5)
    ) {
        self.keys = keys
        self.agreementKeys = agreementKeys ?? keys
        self.store = store
        self.database = database
        self.directory = directory
        self.container = container
        journal = IdentityJournal(in: container)
        self.keyStorage = keyStorage
        self.presence = presence
        self.random = random
        self.wallClock = wallClock
        self.clock = clock
        self.pause = pause
    }
}
