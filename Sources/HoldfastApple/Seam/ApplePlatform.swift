public import HoldfastCore

/// Everything that the Apple backend reaches outside of itself (P12).
public struct ApplePlatform: Sendable {
    /// The keychain.
    public var secItem: any SecItemCalls
    /// The Secure Enclave.
    public var secureEnclave: any SecureEnclaveCalls
    /// The device and `LAContext`.
    public var device: any AppleDevice
    /// The app's own folder, without file protection and excluded from backup: the ledger.
    public var container: any AppContainer
    /// A folder of the app that is in its backups: one marker, by which a restore is told from a
    /// reinstallation.
    public var backedUpContainer: any AppContainer
    /// Tells the time.
    public var clock: any WallClock

    /// Takes the parts.
    ///
    /// - Parameters:
    ///   - secItem: the keychain.
    ///   - secureEnclave: the Secure Enclave.
    ///   - device: the device and `LAContext`.
    ///   - container: the app's own folder, in no backup.
    ///   - backedUpContainer: a folder of the app that is in its backups.
    ///   - clock: tells the time.
    public init(
        secItem: any SecItemCalls, secureEnclave: any SecureEnclaveCalls, device: any AppleDevice,
        container: any AppContainer, backedUpContainer: any AppContainer, clock: any WallClock
    ) {
        self.secItem = secItem
        self.secureEnclave = secureEnclave
        self.device = device
        self.container = container
        self.backedUpContainer = backedUpContainer
        self.clock = clock
    }
}
