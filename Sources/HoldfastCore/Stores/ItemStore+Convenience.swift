public import HoldfastCrypto

extension ItemStore {
    /// Reads an item with the standard prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: as ``read(_:prompt:)``.
    public func read(_ key: ItemKey) async throws(KeychainError) -> Item? {
        try await read(key, prompt: .standard)
    }

    /// Creates or replaces an item with the standard prompt.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions = .standard
    ) async throws(KeychainError) -> ItemVersion {
        try await write(value, for: key, options: options, prompt: .standard)
    }

    /// Whether there is an item of that name, invalidated or not; never prompts.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether the store has it.
    /// - Throws: as ``attributes(of:)``; "cannot tell" is never `false` (P1).
    public func contains(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await attributes(of: key) != nil
    }

    /// As ``contains(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether the store has it.
    /// - Throws: as ``attributes(of:)``.
    public func containsWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try attributesWithoutPrompt(of: key) != nil
    }

    /// Removes every item of a service, one by one.
    ///
    /// - Parameter service: the service to empty.
    /// - Returns: how many items were removed.
    /// - Throws: as ``list(service:)`` and ``remove(_:)``; the items before the failure are gone.
    @discardableResult
    public func wipe(service: String) async throws(KeychainError) -> Int {
        var count = 0
        for attributes in try await list(service: service) where try await remove(attributes.key) {
            count += 1
        }
        return count
    }
}
