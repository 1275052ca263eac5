#if os(Linux) && SecretService
public import HoldfastCore
public import HoldfastCrypto

extension SecretServiceStore {
    /// Reads an item; no prompt is shown.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: is not used.
    /// - Returns: the item, or `nil` if the keyring answered that there is none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the collection is locked, `UNSUPPORTED` without a
    ///   bus, service or collection, `DATA_CORRUPTED`, `UNKNOWN` with an error number.
    public func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await run { (core) throws(KeychainError) in try core.read(key) }
    }

    /// Reads an item on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the keyring answered that there is none (P1).
    /// - Throws: as ``read(_:prompt:)``.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try locked { (core) throws(KeychainError) in try core.read(key) }
    }

    /// Creates or replaces an item.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: class `afterFirstUnlock` or none said, condition and kind.
    ///   - prompt: is not used.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT`, `UNSUPPORTED` for any other class or option, and for a value
    ///   that the keyring does not give back as it was; `INTERACTION_NOT_ALLOWED` while locked,
    ///   `AUTH_REQUIRED` if the keyring would ask first, a conflict. The old value is still there;
    ///   if the keyring went away in the middle, the old or the new one (P2).
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await run { (core) throws(KeychainError) in try core.write(value, for: key, options) }
    }

    /// Creates or replaces an item on the caller's thread.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: class, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``.
    @discardableResult
    public func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try locked { (core) throws(KeychainError) in try core.write(value, for: key, options) }
    }

    /// Refuses: no item of a keyring is ever invalidated.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - value: is checked and not stored.
    ///   - options: protection and kind, without a condition.
    ///   - prompt: is not used.
    /// - Returns: never.
    /// - Throws: the conflict `notInvalidated`, or what keeps the keyring from answering.
    @discardableResult
    public func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        guard options.condition == .always else {
            throw KeychainError(
                .invalidArgument, "replaceInvalidated takes no condition of its own")
        }
        return try await run { (core) throws(KeychainError) in
            try core.check(value, options)
            _ = try core.attributes(of: key)
            throw StoreConflict.notInvalidated.error
        }
    }

    /// Removes an item.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was one.
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the collection is locked, `AUTH_REQUIRED` if the
    ///   keyring would ask first. The item is still there then.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await run { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was one.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try locked { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// What is known of an item.
    ///
    /// Under a shared layout its value is opened to count its bytes, which nothing else tells.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil` if the keyring answered that there is none.
    /// - Throws: as ``read(_:prompt:)``.
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
    /// - Throws: as ``read(_:prompt:)``.
    /// - Complexity: one call an item.
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
