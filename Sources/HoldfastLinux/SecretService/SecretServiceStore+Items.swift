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
    ///   that the keyring does not give back as it was; `INTERACTION_NOT_ALLOWED` while locked, a
    ///   conflict; `USER_CANCELED` if the keyring asked first and was told no, `SYSTEM_CANCELED` if
    ///   it was not answered in time or the task was cancelled. The old value is still there; if the
    ///   keyring went away in the middle, the old or the new one (P2).
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await runAsking { (core) throws(KeychainError) in
            try core.write(value, for: key, options)
        }
    }

    /// Creates or replaces an item on the caller's thread.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: class, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``, and `AUTH_REQUIRED` if the keyring would ask
    ///   first, as KeePassXC always does. The old value is still there then.
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
}
#endif
