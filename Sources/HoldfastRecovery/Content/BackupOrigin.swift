public import HoldfastWire

/// The device that writes a backup, as the person who restores it is told.
public struct BackupOrigin: Sendable, Hashable {
    /// Its place in the account, under which its content stands beside other devices'.
    public let slot: SlotID
    /// The name that the person gave it.
    public let deviceName: String
    /// The newest entry of the account's log that the source yields.
    public let logHead: LogHead

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - slot: its place in the account.
    ///   - deviceName: the name that the person gave it.
    ///   - logHead: the newest entry of the account's log that the source yields.
    public init(slot: SlotID, deviceName: String, logHead: LogHead) {
        self.slot = slot
        self.deviceName = deviceName
        self.logHead = logHead
    }
}
