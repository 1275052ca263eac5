/// What became of an app since it last used its keychain.
public enum Installation: String, Sendable, CaseIterable {
    /// The same installation as before.
    case same
    /// A first installation: neither files nor items of an earlier one.
    case new
    /// The app was removed and installed again: its files are gone, its items are not.
    case reinstalled
    /// The app came from a backup or from another device: items of this device only, and those that
    /// a passcode protected, may be missing.
    case restored
}
