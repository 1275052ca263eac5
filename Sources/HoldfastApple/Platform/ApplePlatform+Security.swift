#if canImport(Security) && canImport(LocalAuthentication) && canImport(CryptoKit)
public import HoldfastCore
import Security

extension ApplePlatform {
    /// The platform that the app runs on.
    ///
    /// - Parameters:
    ///   - device: the device, with what the app tells it of its own state.
    ///   - directory: where the app's own files are; `nil` takes its application support directory.
    ///     An app and its extensions that share items give a directory of their app group.
    ///   - clock: tells the time.
    /// - Returns: the keychain, the Secure Enclave and two folders in the directory.
    /// - Throws: `UNKNOWN` with the system's code if the ledger cannot be kept out of backups.
    public static func system(
        device: SystemDevice = SystemDevice(), directory: String? = nil,
        clock: any WallClock = SystemWallClock()
    ) throws(KeychainError) -> ApplePlatform {
        var root = directory ?? ""
        if directory == nil { root = try applicationSupportDirectory() }
        root += "/Holdfast"
        let ledger = DirectoryContainer(path: root + "/ledger")
        // The folder must be there to be marked; taking its lock makes it.
        try ledger.withLock { () throws(KeychainError) in }
        try excludeFromBackup(root + "/ledger")
        return ApplePlatform(
            secItem: SystemKeychain(), secureEnclave: SystemSecureEnclave(), device: device,
            container: ledger, backedUpContainer: DirectoryContainer(path: root + "/marker"),
            clock: clock)
    }

    /// The app's container on a phone and in a sandbox, else the person's own folder.
    private static func applicationSupportDirectory() throws(KeychainError) -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        guard let home = CFCopyHomeDirectoryURL(),
            CFURLGetFileSystemRepresentation(home, true, &bytes, bytes.count),
            let path = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        else {
            throw KeychainError(.invalidArgument, "the app's directory has no path")
        }
        return path + "/Library/Application Support"
    }

    /// A ledger in a backup would come back on a phone whose keychain it does not know.
    private static func excludeFromBackup(_ path: String) throws(KeychainError) {
        let bytes = Array(path.utf8)
        guard let url = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, true)
        else {
            throw KeychainError(.invalidArgument, "the app's directory is no path")
        }
        var failure: Unmanaged<CFError>?
        let isDone = CFURLSetResourcePropertyForKey(
            url, kCFURLIsExcludedFromBackupKey, kCFBooleanTrue, &failure)
        let code = failure.map { CFErrorGetCode($0.takeRetainedValue()) }
        guard isDone else {
            throw KeychainError(
                .unknown, "the app's ledger cannot be kept out of backups",
                nativeDomain: "CFURL", nativeCode: code)
        }
    }
}
#endif
