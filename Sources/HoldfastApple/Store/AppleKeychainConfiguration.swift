/// How an app uses its keychain.
public struct AppleKeychainConfiguration: Sendable, Equatable {
    /// Whether items that an earlier installation left are removed at the first use after the app
    /// was installed again.
    ///
    /// Items that other apps or devices share stay, and so do keys of the Secure Enclave. Nothing is
    /// removed before it is certain that this is another installation: before the first unlock every
    /// call throws `INTERACTION_NOT_ALLOWED`.
    public var clearsOnReinstall: Bool

    /// Keeps what an earlier installation left.
    public static let standard = AppleKeychainConfiguration()

    /// Takes settings.
    ///
    /// - Parameter clearsOnReinstall: whether an earlier installation's items are removed.
    public init(clearsOnReinstall: Bool = false) {
        self.clearsOnReinstall = clearsOnReinstall
    }
}
