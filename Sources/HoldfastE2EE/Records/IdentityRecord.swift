public import HoldfastCore
public import HoldfastWire

/// Who this device is: its keys' names and what the account says of it.
///
/// It is kept twice, in the app's database and as a marker in the item store, since the two have
/// different lifetimes; which of them is there, and whether they agree, tells what happened.
public struct IdentityRecord: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The installation that the record was made in; 16 random bytes.
    public let install: SlotID
    /// What the account says of the device.
    public let device: DeviceRecord
    /// The name of the signing key in the key store.
    public let signingKeyName: ItemKey
    /// The name of the agreement key in the key store.
    public let agreementKeyName: ItemKey
    /// The name of the key that needs the person, if the device has one.
    public let presenceKeyName: ItemKey?

    /// The same identity in a new installation.
    func moved(to install: SlotID) -> IdentityRecord {
        IdentityRecord(
            account: account, install: install, device: device, signingKeyName: signingKeyName,
            agreementKeyName: agreementKeyName, presenceKeyName: presenceKeyName)
    }
}

/// What the app's database keeps beside the record: how far it has come.
public struct IdentityProgress: Sendable, Hashable {
    /// The record.
    public let record: IdentityRecord
    /// The highest message counter that this database has used.
    public let messageCounter: UInt64
    /// The newest entry of the account's log that was verified.
    public let head: LogHead
}
