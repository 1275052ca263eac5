public import HoldfastCore
public import HoldfastCrypto

extension MemoryStore {
    /// Whether items can be written with an access control on the device as it is set up.
    ///
    /// - Parameter accessControl: the access control in question.
    /// - Returns: what the passcode and the biometrics that were set say.
    /// - Throws: the error of an unavailable device, or an injected one.
    public func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try runWithoutPrompt(.canUse, nil) { (shelf, _) throws(KeychainError) in
            .answer(try shelf.canUse(accessControl))
        }
    }

    /// Reads an item, asking the person where its access control says so.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words handed to whoever answers prompts.
    /// - Returns: the item, or `nil` if there is none (P1).
    /// - Throws: as the protocol says, or an injected error.
    public func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await run(.read, key, prompt) { (shelf, permit) throws(KeychainError) in
            try shelf.read(key, permit)
        }
    }

    /// Reads an item without a prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the item, or `nil` if there is none (P1).
    /// - Throws: as the protocol says, or an injected error.
    public func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try runWithoutPrompt(.read, key) { (shelf, permit) throws(KeychainError) in
            try shelf.read(key, permit)
        }
    }

    /// Creates or replaces an item in one step (P2).
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words handed to whoever answers prompts.
    /// - Returns: the version now stored.
    /// - Throws: as the protocol says, or an injected error. Unless that error was to strike after
    ///   the effect, the old value is still there.
    @discardableResult
    public func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let write = PendingWrite(key: key, value: value, options: options)
        return try await run(.write, key, prompt, after: write.checked(by: capabilities)) {
            (shelf, permit) throws(KeychainError) in
            try shelf.store(write, permit)
        }
    }

    /// Creates or replaces an item without a prompt.
    ///
    /// - Parameters:
    ///   - value: 0 to 1 048 576 bytes.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    /// - Returns: the version now stored.
    /// - Throws: as the protocol says, or an injected error.
    @discardableResult
    public func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        let write = PendingWrite(key: key, value: value, options: options)
        return try runWithoutPrompt(.write, key, after: write.checked(by: capabilities)) {
            (shelf, permit) throws(KeychainError) in
            try shelf.store(write, permit)
        }
    }

    /// Stores a value in the place of a tombstone.
    ///
    /// - Parameters:
    ///   - key: the invalidated item's name.
    ///   - value: 0 to 1 048 576 bytes.
    ///   - options: protection and kind; its condition must be ``WriteCondition/always``.
    ///   - prompt: the words handed to whoever answers prompts.
    /// - Returns: the version now stored.
    /// - Throws: the conflict `notInvalidated` if there is no tombstone, else as
    ///   ``write(_:for:options:prompt:)``.
    @discardableResult
    public func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        let write = PendingWrite(key: key, value: value, options: options, isReplacement: true)
        let check = write.checked(by: capabilities)
        return try await run(.replaceInvalidated, key, prompt, after: check) {
            (shelf, permit) throws(KeychainError) in
            try shelf.store(write, permit)
        }
    }
}
