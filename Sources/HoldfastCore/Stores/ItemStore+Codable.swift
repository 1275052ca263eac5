#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HoldfastCrypto

extension ItemStore {
    /// Reads an item as a value that was stored by ``writeCodable(_:for:options:prompt:)``.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the value, or `nil` if the store answered that there is no such item (P1).
    /// - Throws: `DATA_CORRUPTED` if the bytes do not decode as `type` (they stay as they are), else
    ///   as ``read(_:prompt:)``.
    public func readCodable<Value: Decodable>(
        _ type: Value.Type, _ key: ItemKey, prompt: Prompt = .standard
    ) async throws(KeychainError) -> Value? {
        guard let item = try await read(key, prompt: prompt) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: Data(item.value.copyBytes()))
        } catch {
            // The decoder's own error is left out: its text quotes the value (P10).
            throw KeychainError(.dataCorrupted, "the item does not decode as the type asked for")
        }
    }

    /// Creates or replaces an item with a value, encoded as JSON with sorted keys.
    ///
    /// - Parameters:
    ///   - value: what to store.
    ///   - key: the item's name.
    ///   - options: protection, condition and kind.
    ///   - prompt: the words to show if the protection asks for a person at a write.
    /// - Returns: the version now stored.
    /// - Throws: `INVALID_ARGUMENT` if `value` cannot be encoded, else as
    ///   ``write(_:for:options:prompt:)``.
    @discardableResult
    public func writeCodable(
        _ value: some Encodable, for key: ItemKey, options: WriteOptions = .standard,
        prompt: Prompt = .standard
    ) async throws(KeychainError) -> ItemVersion {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let bytes: SecretBytes
        do {
            bytes = SecretBytes(try encoder.encode(value))
        } catch {
            throw KeychainError(.invalidArgument, "the value cannot be encoded as JSON")
        }
        return try await write(bytes, for: key, options: options, prompt: prompt)
    }
}
