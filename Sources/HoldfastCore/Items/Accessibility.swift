/// In which states of the device an item can be read, and whether it may leave the device.
///
/// Choose by use (``KeyUse``), not by strictness: an item that background work needs and that is
/// readable only while unlocked makes the app believe, at night, that it has no data.
///
/// - Note: The five classes of Apple's `kSecAttrAccessible` that are not deprecated; Android and the
///   Linux vault keep the same rules by their own means.
public enum Accessibility: String, Sendable, CaseIterable, Codable {
    /// Readable while the device is unlocked; leaves it in encrypted backups and exports.
    ///
    /// Permits no background work: once the screen locks, reads throw `INTERACTION_NOT_ALLOWED`.
    case whenUnlocked

    /// Readable from the first unlock after a start on; leaves the device in backups and exports.
    ///
    /// Permits background work after the first unlock. Before it, reads throw
    /// `INTERACTION_NOT_ALLOWED`, so a job that starts with the machine must wait.
    case afterFirstUnlock

    /// As ``whenUnlocked``, and never leaves the device.
    case whenUnlockedThisDeviceOnly

    /// As ``afterFirstUnlock``, and never leaves the device. The default of the library.
    case afterFirstUnlockThisDeviceOnly

    /// Readable while unlocked, only while a passcode is set, and never leaves the device.
    ///
    /// Removing the passcode destroys the item's key: reads answer `KEY_INVALIDATED` from then on.
    case whenPasscodeSetThisDeviceOnly

    /// Whether exports and backups leave the item out.
    public var isThisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock: false
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
            .whenPasscodeSetThisDeviceOnly:
            true
        }
    }

    /// Whether the item stays readable when the device locks again after its first unlock.
    public var isReadableWhileLocked: Bool {
        self == .afterFirstUnlock || self == .afterFirstUnlockThisDeviceOnly
    }
}
