public import HoldfastCore
public import HoldfastCrypto

/// A place of another library from which items can move into a store.
///
/// The rules that every source keeps:
///
/// * ``listing()`` reads no value, shows no prompt and changes nothing. What is there and cannot be
///   read or moved is in the listing, with the reason; a source that could not look at all throws.
/// * ``read(_:)`` has three outcomes, as every read (P1).
/// * ``remove(_:)`` removes the very item that the listing named, or throws and removes nothing. It
///   is called only after the copy was read back from the store.
public protocol MigrationSource: Sendable {
    /// Everything in the source, without the values.
    ///
    /// - Returns: what could move, and what could not, each with its reason.
    /// - Throws: what kept the source from answering. Nothing was changed.
    func listing() async throws(KeychainError) -> MigrationListing

    /// Reads one value.
    ///
    /// - Parameter item: as this source listed it.
    /// - Returns: the value, byte for byte; `nil` if the source answered that the item is gone.
    /// - Throws: what kept the source from answering.
    func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes?

    /// Removes one item.
    ///
    /// - Parameter item: as this source listed it.
    /// - Throws: what kept the source from it; the item is still there unless only the answer was
    ///   lost.
    func remove(_ item: MigrationItem) async throws(KeychainError)

    /// The protection that comes closest to what an item has, asked for after it was read.
    ///
    /// - Parameter item: as this source listed it.
    /// - Returns: by default what the listing says; more where only reading tells it.
    func protection(of item: MigrationItem) -> ItemProtection?
}

extension MigrationSource {
    /// What the listing says.
    ///
    /// - Parameter item: as this source listed it.
    /// - Returns: its ``MigrationItem/protection``.
    public func protection(of item: MigrationItem) -> ItemProtection? { item.protection }
}
