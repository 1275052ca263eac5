public import HoldfastWire

/// What a backup is, before anything of it is restored: what the person is shown and asked about.
public struct BackupSummary: Sendable, Hashable {
    /// What one device has in the backup.
    public struct Device: Sendable, Hashable {
        /// Its place in the account.
        public let slot: SlotID
        /// The name that the person gave it.
        public let name: String
        /// When it last wrote, by its own clock, in seconds since 1970.
        public let written: Int64
        /// How many records of each table there are.
        public let recordCounts: [BackupTable: UInt64]
        /// How many things could not be opened when it wrote, and so have only their names here.
        public let unreadableCount: UInt64
        /// The times of its oldest and newest message, in seconds since 1970; zeros if there is none.
        public let earliest: Int64
        /// The time of its newest message.
        public let latest: Int64
    }

    /// The account.
    public let account: AccountID
    /// The generation.
    public let generation: KnownGeneration
    /// When it was written, by the writer's clock, in seconds since 1970.
    public let created: Int64
    /// The devices with something in it.
    public let devices: [Device]
    /// Whether somebody vouches that there is no newer one: a witness knows of no later generation,
    /// and of this one or one before it.
    ///
    /// Without, the person decides by the date.
    public let isConfirmed: Bool
    /// The newest generation of another backup of the account that a witness knows of and that is not
    /// the one here: it may lie elsewhere, or may have been withheld.
    public let elsewhere: KnownGeneration?

    /// How many records of a table there are, of all devices.
    ///
    /// - Parameter table: the table.
    /// - Returns: the number.
    public func count(of table: BackupTable) -> UInt64 {
        devices.reduce(0) { $0 + ($1.recordCounts[table] ?? 0) }
    }

    init(
        _ manifest: BackupManifest, _ pointer: BackupPointer, isConfirmed: Bool,
        elsewhere: KnownGeneration?
    ) {
        account = manifest.account
        generation = KnownGeneration(pointer)
        created = manifest.created
        devices = manifest.sections.map { section in
            Device(
                slot: section.slot, name: section.deviceName, written: section.created,
                recordCounts: Dictionary(
                    uniqueKeysWithValues: section.tables.map { ($0.table, $0.recordCount) }),
                unreadableCount: section.tables.reduce(0) { $0 + $1.unreadableCount },
                earliest: section.earliest, latest: section.latest)
        }
        self.isConfirmed = isConfirmed
        self.elsewhere = elsewhere
    }
}
