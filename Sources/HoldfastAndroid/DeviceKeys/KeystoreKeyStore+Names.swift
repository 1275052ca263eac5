public import HoldfastCore
import HoldfastCrypto

extension KeystoreKeyStore {
    /// What is known of a key; the Keystore is asked whether it lives.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, also of a key that was lost; `nil` if there is no such key.
    /// - Throws: as ``DeviceKeyStore/attributes(of:)``.
    public func attributes(
        of name: ItemKey
    ) async throws(KeychainError) -> DeviceKeyAttributes? {
        let store = self
        return try await vault.queue.run { () throws(KeychainError) in
            try store.attributesWithoutPrompt(of: name)
        }
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, or `nil` if there is no such key.
    /// - Throws: as ``attributes(of:)``.
    public func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        guard let pair = try pair(of: name) else { return nil }
        return DeviceKeyAttributes(
            name: name, use: pair.record.use, grade: pair.record.grade,
            protection: pair.record.protection, created: pair.created,
            invalidation: pair.record.invalidation)
    }

    /// The attributes of all keys of a service, or of all.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``DeviceKeyStore/list(service:)``.
    public func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        let store = self
        return try await vault.queue.run { () throws(KeychainError) in
            try store.listWithoutPrompt(service: service)
        }
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        var keys: [DeviceKeyAttributes] = []
        // In the items' order, which is the keys': all have the same prefix.
        for item in try vault.listWithoutPrompt(service: Self.itemService(of: service)) {
            guard let name = try Self.name(of: item.key) else { continue }
            if let known = try attributesWithoutPrompt(of: name) { keys.append(known) }
        }
        return keys
    }

    /// Removes a key or its tombstone, and then the pair.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``DeviceKeyStore/remove(_:)``.
    @discardableResult
    public func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        let store = self
        return try await vault.queue.run { () throws(KeychainError) in
            try store.removeWithoutPrompt(name)
        }
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        let item = try Self.item(of: name)
        let stored: Item?
        do throws(KeychainError) {
            stored = try vault.readWithoutPrompt(item)
        } catch {
            // The record itself came back without its key: there is nothing of the pair either.
            guard error.code == .keyInvalidated else { throw error }
            return try vault.removeWithoutPrompt(item)
        }
        guard let stored else { return false }
        let record = try PairRecord(decoding: stored)
        let wasThere = try vault.removeWithoutPrompt(item)
        removeAliases(of: record)
        return wasThere
    }

    // MARK: - Names

    static func item(of name: ItemKey) throws(KeychainError) -> ItemKey {
        try name.validateForDeviceKey()
        return try ItemKey(service: servicePrefix + name.service, account: name.account)
    }

    private static func name(of item: ItemKey) throws(KeychainError) -> ItemKey? {
        // By the bytes: Swift's own comparison would take a prefix that only looks alike.
        guard item.service.utf8.starts(with: servicePrefix.utf8) else { return nil }
        let service = String(
            item.service.unicodeScalars.dropFirst(servicePrefix.unicodeScalars.count))
        guard !service.unicodeScalars.isEmpty else { return nil }
        return try ItemKey(service: service, account: item.account)
    }

    private static func itemService(of service: String?) throws(KeychainError) -> String? {
        guard let service else { return nil }
        try ItemKey.check(service, as: "service")
        return try item(of: ItemKey(service: service, account: "any")).service
    }
}
