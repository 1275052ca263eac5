/// What a finished backup wrote.
public struct BackupReport: Sendable, Hashable {
    /// The generation that was written; what goes into the account's log as a checkpoint.
    public let generation: KnownGeneration
    /// How many records of each table this device has in it.
    public let recordCounts: [BackupTable: UInt64]
    /// How many of them are things that could not be opened, and so have only their names in it.
    public let unreadableCount: UInt64
    /// Number of bytes that were sent: pieces, pages and the manifest.
    public let sentByteCount: Int
    /// The devices whose content was carried over as it was.
    public let otherDevices: [String]
}
