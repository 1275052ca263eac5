import HoldfastCrypto
import HoldfastWire

/// What a generation of a backup consists of: for each device its tables, for each table its pages.
struct BackupManifest: Sendable, Hashable {
    let account: AccountID
    let lineage: SlotID
    /// 1 for the first one, one more each.
    let generation: UInt64
    /// The SHA-256 of the sealed manifest before; zeros for the first one.
    let previous: EntryHash
    /// The device that wrote it.
    let device: DeviceID
    /// When it did, by its own clock, in seconds since 1970.
    let created: Int64
    /// What each device has in the backup, in the order of their places' bytes.
    let sections: [Section]

    /// What one device has in a backup.
    ///
    /// Another device carries it over as it is.
    struct Section: Sendable, Hashable {
        let slot: SlotID
        /// The device that wrote it last, and when.
        let device: DeviceID
        let deviceName: String
        let created: Int64
        /// The newest entry of the log that is in the backup.
        let logHead: LogHead
        /// The time of the oldest and the newest record that has one; zeros if none has.
        let earliest: Int64
        let latest: Int64
        /// In the order of their numbers.
        let tables: [Table]
    }

    /// One table of one device.
    struct Table: Sendable, Hashable {
        let table: BackupTable
        let recordCount: UInt64
        /// How many of the records are things that could not be opened.
        let unreadableCount: UInt64
        /// The number that the next new piece gets.
        let nextNumber: UInt64
        let pages: [Page]
    }

    /// A page of a table's list of pieces.
    struct Page: Sendable, Hashable {
        let name: Digest256
        /// The SHA-256 of what is stored.
        let hash: Digest256
        /// How many pieces it lists.
        let count: UInt16
    }

    /// The section of a device's place.
    func section(of slot: SlotID) -> Section? { sections.first { $0.slot == slot } }
}

extension BackupManifest.Section {
    func table(_ table: BackupTable) -> BackupManifest.Table? {
        tables.first { $0.table == table }
    }
}
