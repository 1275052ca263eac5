extension ItemStore {
    /// Reads a user name and password that ``writeCredential(_:for:options:prompt:)`` stored.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the credential, or `nil` if the store answered that there is no such item (P1).
    /// - Throws: `INVALID_ARGUMENT` if the item is not a credential, `DATA_CORRUPTED` if it is one
    ///   and cannot be decoded, else as ``read(_:prompt:)``.
    public func readCredential(
        _ key: ItemKey, prompt: Prompt = .standard
    ) async throws(KeychainError) -> Credential? {
        guard let item = try await read(key, prompt: prompt) else { return nil }
        guard item.attributes.kind == .credential else {
            throw KeychainError(.invalidArgument, "the item was not written as a credential")
        }
        return try Credential(decoding: item.value)
    }

    /// Creates or replaces an item with a user name and its password.
    ///
    /// - Parameters:
    ///   - credential: what to store.
    ///   - key: the item's name.
    ///   - options: protection and condition.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``.
    @discardableResult
    public func writeCredential(
        _ credential: Credential, for key: ItemKey, options: WriteOptions = .standard,
        prompt: Prompt = .standard
    ) async throws(KeychainError) -> ItemVersion {
        var options = options
        options.kind = .credential
        return try await write(credential.encoded, for: key, options: options, prompt: prompt)
    }
}
