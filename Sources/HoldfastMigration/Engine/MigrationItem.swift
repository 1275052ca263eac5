public import HoldfastCore

/// An item of another library: where it lies there and what it would be called here.
public struct MigrationItem: Sendable, Equatable {
    /// How its source finds it again; means nothing to anybody else.
    public let handle: String
    /// The service that it belongs to, as its library wrote it; may break this package's rules.
    public let service: String
    /// Its name, as its library wrote it; may break this package's rules.
    public let account: String
    /// The protection that comes closest to what it had; `nil` where its library had no such thing.
    public let protection: ItemProtection?

    /// Makes an item, for a source to list.
    ///
    /// - Parameters:
    ///   - handle: how the source finds it again; different for each item of a listing.
    ///   - service: any text.
    ///   - account: any text.
    ///   - protection: what comes closest to the protection that it had.
    public init(
        handle: String, service: String, account: String, protection: ItemProtection? = nil
    ) {
        self.handle = handle
        self.service = service
        self.account = account
        self.protection = protection
    }
}

extension MigrationItem: CustomStringConvertible, CustomReflectable {
    /// Hides the names, which may tell something about the person (P10).
    public var description: String { "MigrationItem(hidden)" }

    /// Has no children, so that `dump` does not show the names either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
