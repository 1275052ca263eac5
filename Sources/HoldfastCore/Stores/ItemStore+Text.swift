import HoldfastCrypto

extension ItemStore {
    /// Reads an item as text.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the text, or `nil` if the store answered that there is no such item (P1).
    /// - Throws: `INVALID_ARGUMENT` if the bytes are not UTF-8 (read them as bytes), else as
    ///   ``read(_:prompt:)``.
    public func readText(
        _ key: ItemKey, prompt: Prompt = .standard
    ) async throws(KeychainError) -> String? {
        guard let item = try await read(key, prompt: prompt) else { return nil }
        guard let text = item.value.utf8String() else {
            throw KeychainError(.invalidArgument, "the item's bytes are not UTF-8 text")
        }
        return text
    }

    /// Creates or replaces an item with text, stored as UTF-8.
    ///
    /// - Parameters:
    ///   - text: at most 1 048 576 bytes of UTF-8.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: as ``write(_:for:options:prompt:)``.
    @discardableResult
    public func writeText(
        _ text: String, for key: ItemKey, options: WriteOptions = .standard,
        prompt: Prompt = .standard
    ) async throws(KeychainError) -> ItemVersion {
        try await write(SecretBytes(utf8: text), for: key, options: options, prompt: prompt)
    }
}
