public import HoldfastCore
public import HoldfastCrypto

extension AndroidVault {
    /// Reads an item, asking the person where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show.
    /// - Returns: the item, or `nil` if the store vouches that there is none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if its class is locked, a code of the prompt,
    ///   `KEY_INVALIDATED` for a tombstone or a key that is found to be lost, `DATA_CORRUPTED`.
    public func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await run(prompt) { (core, grants) throws(KeychainError) in
            try core.read(key, grants)
        }
    }

    /// Reads an item without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the store vouches that there is none (P1).
    /// - Throws: as ``read(_:prompt:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try runPromptFree { (core, grants) throws(KeychainError) in try core.read(key, grants) }
    }

    /// Creates or replaces an item by replacing the store's file.
    ///
    /// An item that asks at every use asks at a write as well: the Keystore seals with such a key
    /// only what a person has confirmed.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT`, `UNSUPPORTED`, `PASSCODE_NOT_SET`, `BIOMETRY_NOT_ENROLLED`,
    ///   `BIOMETRY_NOT_AVAILABLE` or `HARDWARE_UNAVAILABLE` for what cannot be given,
    ///   `INTERACTION_NOT_ALLOWED` if the class of the old or the new value is locked, a code of
    ///   the prompt, a conflict, `UNKNOWN` with a native number. The old value is still there (P2).
    /// - Complexity: linear in the size of the store, which is written anew.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let write = PendingWrite(key: key, value: value, options: options)
        try write.check(capabilities)
        return try await run(prompt) { (core, grants) throws(KeychainError) in
            try core.write(write, grants)
        }
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
        let write = PendingWrite(key: key, value: value, options: options)
        try write.check(capabilities)
        return try runPromptFree { (core, grants) throws(KeychainError) in
            try core.write(write, grants)
        }
    }

    /// Stores a value in the place of a tombstone, under a fresh key.
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
        let write = PendingWrite(key: key, value: value, options: options, isReplacement: true)
        try write.check(capabilities)
        return try await run(prompt) { (core, grants) throws(KeychainError) in
            try core.write(write, grants)
        }
    }

    /// Removes an item or its tombstone.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock; nothing is removed.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await locked { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try lockedHere { (core) throws(KeychainError) in try core.remove(key) }
    }

    /// What is known of an item, without opening its value.
    ///
    /// The Keystore is asked whether the item's key lives, if that can have changed.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil` if the store vouches that there is no such item.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `DATA_CORRUPTED`.
    public func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await locked { (core) throws(KeychainError) in try core.attributes(of: key) }
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil`.
    /// - Throws: as ``attributes(of:)``.
    public func attributesWithoutPrompt(
        of key: ItemKey
    ) throws(KeychainError) -> ItemAttributes? {
        try lockedHere { (core) throws(KeychainError) in try core.attributes(of: key) }
    }

    /// The attributes of all items of a service, or of all.
    ///
    /// - Parameter service: the service, or `nil` for all.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `DATA_CORRUPTED`, and
    ///   `KEY_INVALIDATED` while there are items whose names were lost with their keys.
    /// - Complexity: linear in the items of the store, and one question to the Keystore for each
    ///   key of theirs that can have been lost.
    public func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await locked { (core) throws(KeychainError) in try core.list(service: service) }
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [ItemAttributes] {
        try lockedHere { (core) throws(KeychainError) in try core.list(service: service) }
    }
}
