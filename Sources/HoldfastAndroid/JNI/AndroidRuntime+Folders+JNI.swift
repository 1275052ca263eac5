#if canImport(CJNI)
import HoldfastCore

extension AndroidRuntime {
    /// The platform for a vault, with two folders of the package's own in the app's directories.
    ///
    /// The folders are made when something is first written to them.
    ///
    /// - Parameters:
    ///   - directory: `getNoBackupFilesDir()`, for the sealed items.
    ///   - deviceProtectedDirectory: `getNoBackupFilesDir()` of
    ///     `createDeviceProtectedStorageContext()`, for the ledger; below Android 7 the same as
    ///     `directory`.
    /// - Returns: the platform.
    public func platform(
        directory: String, deviceProtectedDirectory: String
    ) -> AndroidPlatform {
        platform(
            ledgerContainer: DirectoryContainer(
                path: deviceProtectedDirectory + "/holdfast-ledger"),
            container: DirectoryContainer(path: directory + "/holdfast-items"))
    }
}
#endif
