#if os(Linux) && !canImport(Security)
public import HoldfastCore
public import HoldfastLinux

/// The store of the platform that the app runs on: on Linux the user's encrypted vault.
public enum DefaultStore {
    /// The user's own vault, in the places that the process's environment says.
    ///
    /// - Returns: a vault object; nothing is opened or made yet.
    /// - Throws: `INVALID_ARGUMENT` if the environment gives no usable place.
    public static func open() throws(KeychainError) -> LinuxVault {
        LinuxVault(VaultConfiguration(location: try .ofProcess()))
    }
}
#endif
