#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto

extension LinuxVault {
    /// Reads an item, asking for the passcode or a finger where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show.
    /// - Returns: the item, or `nil` if the vault vouches that there is none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if its class is locked, a code of the prompt,
    ///   `KEY_INVALIDATED` for a tombstone, `DATA_CORRUPTED`.
    public func read(
        _ key: ItemKey, prompt: Prompt
    ) async throws(KeychainError) -> Item? {
        try await gated(prompt) { (core, evidence) throws(KeychainError) in
            try core.read(key, evidence: evidence)
        }
    }

    /// Reads an item without ever prompting.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if the vault vouches that there is none (P1).
    /// - Throws: as ``read(_:prompt:)``, and `AUTH_REQUIRED` where a prompt would be needed.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try locked { (core) throws(KeychainError) in try core.read(key, evidence: .none) }
    }

    /// Creates or replaces an item in one durable transaction.
    ///
    /// An item that asks for the passcode at each use asks for it at a write as well.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT`, `UNSUPPORTED`, `PASSCODE_NOT_SET` or `BIOMETRY_NOT_AVAILABLE`
    ///   for what cannot be given, `INTERACTION_NOT_ALLOWED` if the class of the old or the new
    ///   value is locked, a conflict, `UNKNOWN` with a native number if it cannot be made durable.
    ///   The old value is still there (P2).
    /// - Complexity: one transaction with one sync.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await admit(options.protection)
        return try await gated(prompt) { (core, evidence) throws(KeychainError) in
            try core.write(value, for: key, options, .any, evidence: evidence)
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
        try admitWaiting(options.protection)
        return try locked { (core) throws(KeychainError) in
            try core.write(value, for: key, options, .any, evidence: .none)
        }
    }

    /// Creates or replaces several items in one durable transaction: all of them or none (P2).
    ///
    /// - Parameters:
    ///   - writes: 0 or more, each for another item.
    ///   - prompt: the words to show if any of them asks for the passcode.
    /// - Throws: as ``write(_:for:options:prompt:)`` for the first that cannot be made; nothing has
    ///   changed then. A second write for one item is a conflict or replaces the first.
    /// - Complexity: one transaction with one sync.
    package func write(
        all writes: [ItemWrite], prompt: Prompt
    ) async throws(KeychainError) {
        for write in writes { try await admit(write.options.protection) }
        try await gated(prompt) { (core, evidence) throws(KeychainError) in
            try core.write(writes, evidence: evidence)
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
        guard options.condition == .always else {
            throw KeychainError(
                .invalidArgument, "replaceInvalidated takes no condition of its own")
        }
        try await admit(options.protection)
        return try await gated(prompt) { (core, evidence) throws(KeychainError) in
            try core.write(value, for: key, options, .tombstone, evidence: evidence)
        }
    }

    /// Gives an item another name in one durable transaction; its value is sealed anew.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - newKey: its new name; both names equal change nothing.
    ///   - replacing: whether an item of the new name may be replaced.
    ///   - prompt: the words to show if the item asks for the passcode.
    /// - Returns: the version now stored under the new name.
    /// - Throws: the conflicts `notFound` and `alreadyExists`, else as a read and a write. Both
    ///   items are as they were.
    @discardableResult
    public func rename(
        _ key: ItemKey, to newKey: ItemKey, replacing: Bool = false, prompt: Prompt = .standard
    ) async throws(KeychainError) -> ItemVersion {
        try await gated(prompt) { (core, evidence) throws(KeychainError) in
            try core.rename(key, to: newKey, replacing: replacing, evidence: evidence)
        }
    }
}
#endif
