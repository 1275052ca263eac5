#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HoldfastCore
public import HoldfastCrypto

extension Keychain {
    /// Stores text under a name, in one step that either happened or did not (P2, P5).
    ///
    /// - Parameters:
    ///   - value: at most 1 048 576 bytes of UTF-8.
    ///   - key: the item's name in the service, 1 to 256 Unicode scalars.
    /// - Throws: as ``set(_:key:)-(SecretBytes,_)``.
    public func set(_ value: String, key: String) throws(KeychainError) {
        try set(SecretBytes(utf8: value), key: key)
    }

    /// Stores bytes under a name.
    ///
    /// - Parameters:
    ///   - value: at most 1 048 576 bytes.
    ///   - key: the item's name.
    /// - Throws: as ``set(_:key:)-(SecretBytes,_)``.
    public func set(_ value: Data, key: String) throws(KeychainError) {
        try set(SecretBytes(value), key: key)
    }

    /// Stores bytes under a name.
    ///
    /// - Parameters:
    ///   - value: at most 1 048 576 bytes.
    ///   - key: the item's name.
    /// - Throws: `INVALID_ARGUMENT` if the other library has an item of that name, which stays as it
    ///   is, and for a rule of names or protections; `INTERACTION_NOT_ALLOWED`, `AUTH_REQUIRED`, else
    ///   as the store. What was stored is still there.
    public func set(_ value: SecretBytes, key: String) throws(KeychainError) {
        let (store, name) = try target(key)
        do throws(KeychainError) {
            let options = try options(for: name, in: store)
            try store.writeWithoutPrompt(value, for: name, options: options)
        } catch {
            // Somebody else made it meanwhile: it is an item that is there now.
            guard error == StoreConflict.alreadyExists.error else { throw error }
            try store.writeWithoutPrompt(
                value, for: name, options: WriteOptions(protection: chosenProtection))
        }
    }

    /// Stores text under a name, and asks the person if its protection asks for one.
    ///
    /// - Parameters:
    ///   - value: at most 1 048 576 bytes of UTF-8.
    ///   - key: the item's name.
    ///   - prompt: the words to show.
    /// - Throws: as ``set(_:key:)-(String,_)``, and a code of the prompt.
    public func set(
        _ value: String, key: String, prompt: Prompt
    ) async throws(KeychainError) {
        let (store, name) = try target(key)
        let options = try options(for: name, in: store)
        try await store.write(
            SecretBytes(utf8: value), for: name, options: options, prompt: prompt)
    }

    /// Removes an item, which may be missing.
    ///
    /// - Parameter key: the item's name.
    /// - Throws: `INVALID_ARGUMENT` if the other library has an item of that name, because the value
    ///   would come back; nothing is removed then. Else as the store.
    public func remove(_ key: String) throws(KeychainError) {
        let (store, name) = try target(key)
        try refuseForeign(name, in: store)
        try store.removeWithoutPrompt(name)
    }

    /// Removes all items of the service, one by one.
    ///
    /// - Throws: `INVALID_ARGUMENT` if the other library has items in the service; nothing is removed
    ///   then. Else as the store; the items before the failure are gone.
    public func removeAll() throws(KeychainError) {
        let store = try source.open()
        try ItemKey.check(service, as: "service")
        let foreign = try (store as? any ForeignItems)?.listForeignWithoutPrompt(service: service)
        guard foreign?.isEmpty != false else { throw Self.isForeign }
        for attributes in try store.listWithoutPrompt(service: service) {
            try store.removeWithoutPrompt(attributes.key)
        }
    }

    // MARK: - Private

    /// What the app chose; `nil` keeps what an item has.
    private var chosenProtection: ItemProtection? {
        let isDefault =
            chosenAccessibility == nil && accessGroup == nil && !isSynchronizable
        return isDefault ? nil : protection
    }

    private var protection: ItemProtection {
        ItemProtection(
            accessibility: accessibility, accessControl: accessControl,
            isSynchronizable: isSynchronizable, accessGroup: accessGroup)
    }

    /// How an item is to be written.
    ///
    /// - Throws: `INVALID_ARGUMENT` if it would lie beside the other library's.
    private func options(
        for name: ItemKey, in store: any ItemStore
    ) throws(KeychainError) -> WriteOptions {
        if try store.containsWithoutPrompt(name) {
            return WriteOptions(protection: chosenProtection)
        }
        try refuseForeign(name, in: store)
        return WriteOptions(protection: protection, condition: .ifAbsent)
    }

    private func refuseForeign(
        _ name: ItemKey, in store: any ItemStore
    ) throws(KeychainError) {
        let isForeign = try (store as? any ForeignItems)?.containsForeignWithoutPrompt(name)
        if isForeign == true { throw Self.isForeign }
    }

    private static let isForeign = KeychainError(
        .invalidArgument,
        "another library's item has that name in the keychain, and stays as it is",
        advice: "move the other library's items first")
}
