/// Everything that decides who can read an item, when, and where it may go.
public struct ItemProtection: Sendable, Equatable {
    /// In which states of the device the item can be read.
    public var accessibility: Accessibility
    /// What a person must show at each use.
    public var accessControl: AccessControl
    /// For how long one confirmation counts, in whole seconds up to a day; 0 asks at every use.
    public var authValiditySeconds: Int
    /// Whether the item travels through the platform's own sync (iCloud Keychain).
    public var isSynchronizable: Bool
    /// The group of apps that share the item (Apple).
    public var accessGroup: String?
    /// Which hardware should hold the key.
    public var keyStorage: KeyStorage

    /// What an item gets when nothing is said: readable from the first unlock on, on this device.
    public static let standard = ItemProtection()

    /// The longest ``authValiditySeconds``: one day.
    public static let maximumAuthValiditySeconds = 86_400

    /// Makes a protection, without checking it; see ``validate()``.
    ///
    /// - Parameters:
    ///   - accessibility: in which states the item can be read.
    ///   - accessControl: what a person must show at each use.
    ///   - authValiditySeconds: how long one confirmation counts; 0 to 86 400.
    ///   - isSynchronizable: whether the platform's sync carries it.
    ///   - accessGroup: the group of apps that share it.
    ///   - keyStorage: which hardware should hold the key.
    public init(
        accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly,
        accessControl: AccessControl = .none, authValiditySeconds: Int = 0,
        isSynchronizable: Bool = false, accessGroup: String? = nil,
        keyStorage: KeyStorage = .automatic
    ) {
        self.accessibility = accessibility
        self.accessControl = accessControl
        self.authValiditySeconds = authValiditySeconds
        self.isSynchronizable = isSynchronizable
        self.accessGroup = accessGroup
        self.keyStorage = keyStorage
    }
}
