#if canImport(Security)
public import HoldfastApple
public import HoldfastCore

/// The store of the platform that the app runs on: on Apple's systems the keychain.
public enum DefaultStore {
    /// The app's own keychain, with its ledger in the app's application support directory.
    ///
    /// - Returns: a store; the keychain is not asked yet.
    /// - Throws: `UNKNOWN` with the system's code if the app's folder cannot be set up.
    public static func open() throws(KeychainError) -> AppleKeychain {
        AppleKeychain(try .system())
    }
}
#endif
