public import HoldfastCore
public import HoldfastCrypto

/// Everything that the Android backend reaches outside of itself (P12).
public struct AndroidPlatform: Sendable {
    /// The Keystore.
    public var keystore: any KeystoreCalls
    /// Biometric prompts.
    public var biometricPrompt: any BiometricPromptCalls
    /// The device.
    public var device: any AndroidDevice
    /// Device-protected storage, under `noBackupFilesDir`: the ledger; readable before the first
    /// unlock, in no backup, gone with the app.
    public var ledgerContainer: any AppContainer
    /// Credential-protected storage, for the sealed records; may come back from a backup.
    public var container: any AppContainer
    /// Draws keys and nonces of the records.
    public var random: any SecureRandom
    /// Tells the time.
    public var clock: any WallClock

    /// Takes the parts.
    ///
    /// - Parameters:
    ///   - keystore: the Keystore.
    ///   - biometricPrompt: biometric prompts.
    ///   - device: the device.
    ///   - ledgerContainer: device-protected storage, in no backup.
    ///   - container: credential-protected storage.
    ///   - random: draws keys and nonces of the records.
    ///   - clock: tells the time.
    public init(
        keystore: any KeystoreCalls, biometricPrompt: any BiometricPromptCalls,
        device: any AndroidDevice, ledgerContainer: any AppContainer,
        container: any AppContainer, random: any SecureRandom, clock: any WallClock
    ) {
        self.keystore = keystore
        self.biometricPrompt = biometricPrompt
        self.device = device
        self.ledgerContainer = ledgerContainer
        self.container = container
        self.random = random
        self.clock = clock
    }
}
