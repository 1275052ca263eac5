/// On what a write depends.
public enum WriteCondition: Sendable, Equatable {
    /// Nothing: create or replace.
    case always
    /// The item is not there; otherwise the write fails with the conflict `alreadyExists`.
    case ifAbsent
    /// The item has this version; otherwise the write fails with the conflict `versionChanged`.
    case ifVersion(ItemVersion)
}

/// How a value is to be written.
public struct WriteOptions: Sendable, Equatable {
    /// The protection to give the item.
    ///
    /// `nil` keeps what the item has, so that rewriting a value
    /// never lowers its protection by accident; a new item then gets
    /// ``StoreCapabilities/standardProtection``, mostly ``ItemProtection/standard``.
    public var protection: ItemProtection?
    /// On what the write depends.
    public var condition: WriteCondition
    /// What the bytes are.
    public var kind: ItemKind

    /// Create or replace, keeping the protection of an item that is there.
    public static let standard = WriteOptions()

    /// Makes write options.
    ///
    /// - Parameters:
    ///   - protection: the protection to give; `nil` keeps the item's.
    ///   - condition: on what the write depends.
    ///   - kind: what the bytes are.
    public init(
        protection: ItemProtection? = nil, condition: WriteCondition = .always,
        kind: ItemKind = .bytes
    ) {
        self.protection = protection
        self.condition = condition
        self.kind = kind
    }

    /// Create or replace with the protection that fits a use.
    ///
    /// - Parameter use: what the item is for.
    /// - Returns: options with that protection and no condition.
    public static func `for`(_ use: KeyUse) -> WriteOptions {
        WriteOptions(protection: use.protection)
    }
}
