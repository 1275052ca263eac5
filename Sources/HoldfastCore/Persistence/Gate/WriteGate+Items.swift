public import HoldfastCrypto

/// What a gate hands through as it is.
extension WriteGate {
    /// Whether items can be written with an access control on this device now.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: the store's answer.
    /// - Throws: as the store.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try store.canUse(accessControl)
    }

    /// Reads an item, asking the person where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: as the store.
    public func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await store.read(key, prompt: prompt)
    }

    /// Reads an item without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: as the store.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try store.readWithoutPrompt(key)
    }

    /// Stores a value in the place of a tombstone; the one way through the gate for a lost key.
    ///
    /// - Parameters:
    ///   - key: the invalidated item's name.
    ///   - value: 0 to 1 048 576 bytes.
    ///   - options: protection and kind; its condition must be ``WriteCondition/always``.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: the conflict `notInvalidated` if there is no tombstone, else as the store.
    @discardableResult
    public func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.replaceInvalidated(key, with: value, options: options, prompt: prompt)
    }

    /// Removes an item or its tombstone; never a write, so never refused by the gate (P6).
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as the store.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await store.remove(key)
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as the store.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try store.removeWithoutPrompt(key)
    }

    /// What is known of an item, without its value and without a prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes; `nil` if there is no such item.
    /// - Throws: as the store.
    public func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await store.attributes(of: key)
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes; `nil` if there is no such item.
    /// - Throws: as the store.
    public func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try store.attributesWithoutPrompt(of: key)
    }

    /// The attributes of all items of a service, or of all services, ordered by key.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item.
    /// - Throws: as the store.
    public func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await store.list(service: service)
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as the store.
    public func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try store.listWithoutPrompt(service: service)
    }

    /// What the store behind can answer now.
    ///
    /// - Returns: the store's state.
    public func availability() async -> StoreAvailability {
        await store.availability()
    }

    /// The states of the store behind, the present one first.
    ///
    /// - Returns: the store's own sequence.
    public func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        store.availabilityUpdates()
    }
}
