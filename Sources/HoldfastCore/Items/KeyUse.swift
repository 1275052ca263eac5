/// What an item is for; picks a protection that fits, so that nobody chooses by strictness alone.
public enum KeyUse: String, Sendable, CaseIterable {
    /// Work that also runs while the device is locked: sync, push, cron jobs, services.
    case background
    /// Work that only runs while a person uses the device.
    case foreground
    /// Few uses, each confirmed by the person: payments, signing, recovery.
    case highValue

    /// The protection for this use; none of them leaves the device.
    ///
    /// `background` is readable from the first unlock on; `foreground` while unlocked; `highValue`
    /// while unlocked, with a passcode set, and with the person's finger, face or passcode at each
    /// use.
    public var protection: ItemProtection {
        switch self {
        case .background: ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly)
        case .foreground: ItemProtection(accessibility: .whenUnlockedThisDeviceOnly)
        case .highValue:
            ItemProtection(
                accessibility: .whenPasscodeSetThisDeviceOnly,
                accessControl: .biometryAnyOrPasscode)
        }
    }
}
