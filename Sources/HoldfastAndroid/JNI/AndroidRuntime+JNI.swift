#if canImport(CJNI)
public import CJNI
public import HoldfastCore
public import HoldfastCrypto

/// The way from an app's Java or Kotlin code to the Keystore calls of this package.
///
/// The app makes one when it starts, on a thread of Java's, and keeps it.
public struct AndroidRuntime: Sendable {
    /// The Keystore.
    public let keystore: any KeystoreCalls
    /// Biometric prompts.
    public let biometricPrompt: any BiometricPromptCalls
    /// The device.
    public let device: any AndroidDevice
    private let operations: JavaReferences

    /// Finds the package's Java classes and begins to observe the lock.
    ///
    /// - Parameters:
    ///   - environment: the first argument of a native method.
    ///   - context: `getApplicationContext()`.
    /// - Throws: what Java threw: `NoClassDefFoundError` if the classes of
    ///   `Sources/HoldfastAndroid/Java` are not in the app.
    public init(
        environment: UnsafeMutablePointer<JNIEnv?>, context: jobject
    ) throws(JavaException) {
        let machine = try JavaMachine(environment)
        let apiLevel = try machine.run { (java) throws(JavaException) in
            try java.void(
                java.classes.device, "setContext", "(Landroid/content/Context;)V",
                [jvalue(l: context)])
            return try java.int(java.classes.keystore, "apiLevel", "()I")
        }
        operations = JavaReferences()
        keystore = JavaKeystore(machine: machine, operations: operations, apiLevel: apiLevel)
        biometricPrompt = JavaBiometricPrompt(machine: machine, operations: operations)
        device = JavaDevice(machine: machine)
    }

    /// How many operations were begun and neither finished nor abandoned.
    public var openOperationCount: Int { operations.count }

    /// The platform for a vault, with the app's folders.
    ///
    /// - Parameters:
    ///   - ledgerContainer: under `createDeviceProtectedStorageContext().getNoBackupFilesDir()`.
    ///   - container: under `getFilesDir()`, or better `getNoBackupFilesDir()`.
    ///   - random: draws keys and nonces.
    ///   - clock: tells the time.
    /// - Returns: the platform.
    public func platform(
        ledgerContainer: any AppContainer, container: any AppContainer,
        random: any SecureRandom = SystemRandom(), clock: any WallClock = SystemWallClock()
    ) -> AndroidPlatform {
        AndroidPlatform(
            keystore: keystore, biometricPrompt: biometricPrompt, device: device,
            ledgerContainer: ledgerContainer, container: container, random: random, clock: clock)
    }
}
#endif
