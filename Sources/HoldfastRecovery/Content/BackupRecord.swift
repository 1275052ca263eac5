public import HoldfastCore
public import HoldfastCrypto

/// One thing in a backup: a message, a contact, an item.
///
/// What its bytes mean is the app's and whoever adapted its store; a backup keeps them whole.
public struct BackupRecord: Sendable, Equatable {
    /// Most bytes of a name.
    public static let nameLimit = 255
    /// Most bytes of a value: 1 MiB; what is longer is cut by whoever yields it, into records that
    /// name their places.
    public static let valueLimit = 1 << 20

    /// What kind of thing it is.
    public let table: BackupTable
    /// Tells it from all others of its kind, on this device and the next; it does not change with
    /// the value.
    public let name: [UInt8]
    /// What is kept; `nil` for a thing that could not be opened on the device, so that the person
    /// learns which one is missing.
    public let value: SecretBytes?
    /// When it was said or made, in seconds since 1970, if that is something to show.
    public let time: Int64?

    /// Makes a record of any table but items.
    ///
    /// - Parameters:
    ///   - table: the kind; not ``BackupTable/items``.
    ///   - name: 1 to 255 bytes.
    ///   - value: 0 to 1,048,576 bytes; `nil` for a thing that could not be opened.
    ///   - time: when it was said, in seconds since 1970.
    /// - Throws: ``RecoveryError/recordTooLong`` outside these ranges.
    public init(
        _ table: BackupTable, name: [UInt8], value: SecretBytes?, time: Int64? = nil
    ) throws(RecoveryError) {
        precondition(table != .items, "an item comes with its protection")
        try self.init(table, name, value, time)
    }

    /// Makes a record of an item, if its protection lets it leave the device (P7).
    ///
    /// - Parameters:
    ///   - name: 1 to 255 bytes.
    ///   - value: 0 to 1,048,576 bytes.
    ///   - protection: the item's own.
    /// - Returns: the record; `nil` for an item that belongs to this device only.
    /// - Throws: ``RecoveryError/recordTooLong`` outside these ranges.
    public static func item(
        name: [UInt8], value: SecretBytes, protection: ItemProtection
    ) throws(RecoveryError) -> BackupRecord? {
        guard !protection.accessibility.isThisDeviceOnly else { return nil }
        return try BackupRecord(.items, name, value, nil)
    }

    /// Takes a record that was read out of a backup, or is about to be checked.
    init(
        _ table: BackupTable, _ name: [UInt8], _ value: SecretBytes?, _ time: Int64?
    ) throws(RecoveryError) {
        guard (1...Self.nameLimit).contains(name.count), value?.count ?? 0 <= Self.valueLimit
        else { throw .recordTooLong }
        self.table = table
        self.name = name
        self.value = value
        self.time = time
    }
}

extension BackupRecord: CustomStringConvertible, CustomReflectable {
    /// The table, and neither name nor value (P10).
    public var description: String { "BackupRecord(\(table))" }

    /// A mirror without children, so that `dump` and debuggers show nothing of it (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
