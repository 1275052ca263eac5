public import HoldfastCore

/// How a migration is to go.
public struct MigrationOptions: Sendable, Equatable {
    /// Whether only to say what would move: no value is read, nothing is written or removed.
    public var isDryRun: Bool
    /// Whether to remove each item from the source after its copy was read back.
    public var removesSource: Bool
    /// The service under which all items are stored; `nil` keeps the one that each has.
    ///
    /// Where store and source are one keychain, it must be another service than the source's: two
    /// rows of one name cannot lie side by side, and no row is removed to make room.
    public var service: String?
    /// How items are stored whose source names no protection; `nil` leaves it to the store.
    public var protection: ItemProtection?

    /// Copy and keep the source.
    public static let standard = MigrationOptions()

    /// Makes options.
    ///
    /// - Parameters:
    ///   - isDryRun: whether only to say what would move.
    ///   - removesSource: whether to remove from the source what was copied and read back.
    ///   - service: 1 to 256 Unicode scalars without U+0000; `nil` keeps each item's own.
    ///   - protection: for items whose source names none; `nil` leaves it to the store, whose
    ///     standard no export and no backup may hold.
    public init(
        isDryRun: Bool = false, removesSource: Bool = false, service: String? = nil,
        protection: ItemProtection? = nil
    ) {
        self.isDryRun = isDryRun
        self.removesSource = removesSource
        self.service = service
        self.protection = protection
    }
}
