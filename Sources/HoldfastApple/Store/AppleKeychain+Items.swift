public import HoldfastCore
public import HoldfastCrypto

extension AppleKeychain {
    /// Reads an item, asking the person where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show.
    /// - Returns: the item, or `nil` if the keychain was answering and has none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the item's class is locked, before the first unlock
    ///   and for a prompt in the background; a code of the prompt; `KEY_INVALIDATED` for a tombstone;
    ///   `DATA_CORRUPTED`. The store is unchanged.
    public func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await runPrompting(key, prompt) { (core, access) throws(KeychainError) in
            try core.read(key, access)
        }
    }

    /// Reads an item without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the keychain was answering and has none (P1).
    /// - Throws: as ``read(_:prompt:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try runWithoutPrompt(key) { (core, access) throws(KeychainError) in
            try core.read(key, access)
        }
    }

    /// Creates an item, or changes value and protection of the one that is there, in place.
    ///
    /// A new item asks nobody; changing one that asks at each use asks before the change, because
    /// the platform reads the old row for it.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT` for a rule broken or another library's item of that name,
    ///   `PASSCODE_NOT_SET`, `BIOMETRY_NOT_ENROLLED`, `BIOMETRY_NOT_AVAILABLE`,
    ///   `MISSING_ENTITLEMENT` or `MISSING_USAGE_DESCRIPTION` for what cannot be given here,
    ///   `INTERACTION_NOT_ALLOWED`, a code of the prompt, a conflict. The old value is still there
    ///   (P2).
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let request = WriteRequest(key: key, value: value, options: options)
        return try await write(request, prompt)
    }

    /// Creates or replaces an item without ever prompting.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``, and `AUTH_REQUIRED` where a prompt would be
    ///   needed.
    @discardableResult
    public func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        let request = WriteRequest(key: key, value: value, options: options)
        try request.check(capabilities)
        return try runWithoutPrompt(key) { (core, access) throws(KeychainError) in
            try core.write(request, access)
        }
    }

    /// Stores a value in the place of a tombstone.
    ///
    /// - Parameters:
    ///   - key: the invalidated item's name.
    ///   - value: 0 to 1 048 576 bytes.
    ///   - options: protection and kind, without a condition.
    ///   - prompt: the words to show.
    /// - Returns: the version now stored.
    /// - Throws: the conflict `notInvalidated` if there is no tombstone, else as
    ///   ``write(_:for:options:prompt:)``.
    @discardableResult
    public func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let request = WriteRequest(
            key: key, value: value, options: options, isReplacement: true)
        return try await write(request, prompt)
    }

    /// Removes an item or its tombstone, locked or not; never prompts.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock; nothing is removed.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await run { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try locked { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// What is known of an item, without its value and without a prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes; `nil` if the keychain was answering and has no such item.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if neither the keychain nor the ledger can tell them now.
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
    /// - Throws: `INTERACTION_NOT_ALLOWED` if there may be an item that can be named only after an
    ///   unlock or by a person; `INVALID_ARGUMENT` for a name that no service can have.
    /// - Complexity: linear in the items of the store.
    public func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        if let service { try ItemKey.check(service, as: "service") }
        return try await run { (core) throws(KeychainError) in try core.list(service: service) }
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [ItemAttributes] {
        if let service { try ItemKey.check(service, as: "service") }
        return try locked { (core) throws(KeychainError) in try core.list(service: service) }
    }

    private func write(
        _ request: WriteRequest, _ prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try request.check(capabilities)
        return try await runPrompting(request.key, prompt) { (core, access) throws(KeychainError) in
            try core.write(request, access)
        }
    }
}
