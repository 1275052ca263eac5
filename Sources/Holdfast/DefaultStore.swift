#if os(Linux)
public import HoldfastCore
public import HoldfastLinux

/// The store of the platform that the app runs on: on Linux the user's encrypted vault.
public enum DefaultStore {
    /// The user's own vault, in the places that the environment says.
    ///
    /// - Parameter environment: the variables to look at, usually the process's own.
    /// - Returns: a vault object; nothing is opened or made yet.
    /// - Throws: `INVALID_ARGUMENT` if the environment gives no usable place.
    public static func open(
        environment: [String: String]
    ) throws(KeychainError) -> LinuxVault {
        LinuxVault(VaultConfiguration(location: try .standard(environment: environment)))
    }
}
#endif
