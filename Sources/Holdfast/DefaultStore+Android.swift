#if os(Android) && canImport(CJNI)
public import HoldfastAndroid
public import HoldfastCore

/// The store of the platform that the app runs on: on Android a vault under keys of the Keystore.
public enum DefaultStore {
    /// The app's own vault.
    ///
    /// Android tells a library nothing by itself: the app hands over what it knows from Java.
    ///
    /// - Parameters:
    ///   - runtime: made when the app started, and kept.
    ///   - directory: `getNoBackupFilesDir()`, where the sealed items lie.
    ///   - deviceProtectedDirectory: `getNoBackupFilesDir()` of
    ///     `createDeviceProtectedStorageContext()`, where the ledger lies; below Android 7 the same
    ///     as `directory`.
    /// - Returns: a store; the Keystore is not asked yet.
    public static func open(
        _ runtime: AndroidRuntime, directory: String, deviceProtectedDirectory: String
    ) -> AndroidVault {
        AndroidVault(
            runtime.platform(
                directory: directory, deviceProtectedDirectory: deviceProtectedDirectory))
    }
}
#endif
