public import HoldfastWire

/// The device that writes a backup, as the person who restores it is told.
public struct BackupOrigin: Sendable {
    /// Its place in the account, under which its content stands beside other devices'.
    public let slot: SlotID
    /// The name that the person gave it.
    public let deviceName: String
    /// The account's log as far as the source yields it; who signed a backup is looked up in it.
    public let log: DeviceLog

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - slot: its place in the account.
    ///   - deviceName: the name that the person gave it.
    ///   - log: the account's log as far as the source yields it.
    public init(slot: SlotID, deviceName: String, log: DeviceLog) {
        self.slot = slot
        self.deviceName = deviceName
        self.log = log
    }
}
