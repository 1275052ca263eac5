#if os(Linux)
import HoldfastCore

/// What a store of this module does on one thread at a time.
protocol StoreCore {
    func remove(_ key: ItemKey) throws(KeychainError) -> Bool
    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes?
    func list(service: String?) throws(KeychainError) -> [ItemAttributes]
}

/// A store whose work a core does: the calls that take no prompt, once for all such stores.
///
/// What they throw is what the core throws: the vault's and the keyring's own pages say it.
protocol CoredStore: ItemStore {
    associatedtype Core: StoreCore

    /// Runs a call on the caller's thread, which may wait.
    func locked<R: Sendable>(
        _ body: (Core) throws(KeychainError) -> R
    ) throws(KeychainError) -> R

    /// Runs a call on a thread of the store's own, so that the cooperative pool does not wait.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (Core) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R

    /// Runs a removal likewise, which may wait for more than looking does.
    func runRemoval(
        _ body: @escaping @Sendable (Core) throws(KeychainError) -> Bool
    ) async throws(KeychainError) -> Bool
}

extension CoredStore {
    /// Removes an item or its tombstone.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, or what keeps the store from
    ///   removing it. It is still there then.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await runRemoval { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// As ``remove(_:)``, on the caller's thread and without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try locked { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// What is known of an item; no prompt is shown.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil` if the store vouches that there is no such item (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `DATA_CORRUPTED`, or what keeps
    ///   the store from answering.
    public func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await run { (core) throws(KeychainError) in try core.attributes(of: key) }
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil`.
    /// - Throws: as ``attributes(of:)``.
    public func attributesWithoutPrompt(
        of key: ItemKey
    ) throws(KeychainError) -> ItemAttributes? {
        try locked { (core) throws(KeychainError) in try core.attributes(of: key) }
    }

    /// The attributes of all items of a service, or of all.
    ///
    /// - Parameter service: the service, or `nil` for all.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``attributes(of:)``, `DATA_CORRUPTED` if any item is missing or changed.
    /// - Complexity: linear in the items of the whole store, of which only the wanted are opened.
    public func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await run { (core) throws(KeychainError) in try core.list(service: service) }
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [ItemAttributes] {
        try locked { (core) throws(KeychainError) in try core.list(service: service) }
    }
}
#endif
