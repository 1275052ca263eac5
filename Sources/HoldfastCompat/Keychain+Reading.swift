#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HoldfastCore
public import HoldfastCrypto

extension Keychain {
    /// Reads an item as text.
    ///
    /// - Parameter key: the item's name in the service, 1 to 256 Unicode scalars.
    /// - Returns: the text, or `nil` if the store answered that there is none (P1).
    /// - Throws: as ``getSecret(_:)``, and `INVALID_ARGUMENT` if the bytes are not UTF-8.
    public func get(_ key: String) throws(KeychainError) -> String? {
        try getString(key)
    }

    /// Reads an item as text.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: as ``get(_:)``.
    /// - Throws: as ``get(_:)``.
    public func getString(_ key: String) throws(KeychainError) -> String? {
        try Self.text(try getSecret(key))
    }

    /// Reads an item as bytes.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the bytes, or `nil` if the store answered that there is none (P1).
    /// - Throws: as ``getSecret(_:)``.
    public func getData(_ key: String) throws(KeychainError) -> Data? {
        try getSecret(key).map { Data($0.copyBytes()) }
    }

    /// Reads an item into memory that is wiped when it is released.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the value, of this package's item or else of the other library's; `nil` if the
    ///   store answered that there is neither (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is not readable now, `AUTH_REQUIRED` if it asks for
    ///   a person, `KEY_INVALIDATED` if its key is lost, else as the store.
    public func getSecret(_ key: String) throws(KeychainError) -> SecretBytes? {
        let (store, name) = try target(key)
        if let item = try store.readWithoutPrompt(name) { return item.value }
        return try (store as? any ForeignItems)?.readForeignWithoutPrompt(name)
    }

    /// Reads an item as text, and asks the person if it asks for one.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show.
    /// - Returns: as ``get(_:)``.
    /// - Throws: as ``get(_:)``, a code of the prompt, and `AUTH_REQUIRED` for an item of the other
    ///   library that asks for a person: it is moved first.
    public func get(_ key: String, prompt: Prompt) async throws(KeychainError) -> String? {
        let (store, name) = try target(key)
        if let item = try await store.read(name, prompt: prompt) {
            return try Self.text(item.value)
        }
        return try Self.text(
            try (store as? any ForeignItems)?.readForeignWithoutPrompt(name))
    }

    /// Reads an item as text; to store one, call ``set(_:key:)-(String,_)``.
    ///
    /// Only for reading: Swift has no throwing setter, and an assignment that fails without a word
    /// loses the value.
    ///
    /// - Parameter key: the item's name.
    /// - Throws: as the method that reads the same.
    public subscript(key: String) -> String? {
        get throws(KeychainError) { try getString(key) }
    }

    /// Reads an item as text.
    ///
    /// - Parameter key: the item's name.
    /// - Throws: as the method that reads the same.
    public subscript(string key: String) -> String? {
        get throws(KeychainError) { try getString(key) }
    }

    /// Reads an item as bytes.
    ///
    /// - Parameter key: the item's name.
    /// - Throws: as the method that reads the same.
    public subscript(data key: String) -> Data? {
        get throws(KeychainError) { try getData(key) }
    }

    /// Whether there is an item of a name, this package's or the other library's.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether the store has it, readable now or not.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if the store cannot tell (P1), else as the store.
    public func contains(_ key: String) throws(KeychainError) -> Bool {
        let (store, name) = try target(key)
        if try store.containsWithoutPrompt(name) { return true }
        return try (store as? any ForeignItems)?.containsForeignWithoutPrompt(name) ?? false
    }

    /// The names of all items of the service, this package's and the other library's.
    ///
    /// - Returns: each name once, in the order of their UTF-8 bytes; empty if the store answered
    ///   that there are none.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if there may be one that cannot be seen now, else as the
    ///   store.
    public func allKeys() throws(KeychainError) -> [String] {
        let store = try source.open()
        try ItemKey.check(service, as: "service")
        var keys = Set(try store.listWithoutPrompt(service: service).map(\.key))
        for account in try (store as? any ForeignItems)?.listForeignWithoutPrompt(
            service: service) ?? []
        {
            keys.insert(try ItemKey(service: service, account: account))
        }
        return keys.sorted().map(\.account)
    }

    /// The store, and the name of an item in it.
    func target(_ key: String) throws(KeychainError) -> (any ItemStore, ItemKey) {
        let name = try ItemKey(service: service, account: key)
        return (try source.open(), name)
    }

    private static func text(_ value: SecretBytes?) throws(KeychainError) -> String? {
        guard let value else { return nil }
        guard let text = value.utf8String() else {
            throw KeychainError(.invalidArgument, "the item's bytes are not UTF-8 text")
        }
        return text
    }
}
