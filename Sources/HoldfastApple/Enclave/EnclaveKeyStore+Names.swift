public import HoldfastCore

extension EnclaveKeyStore {
    /// What is known of a key.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, also of a key that was lost; `nil` if there is no such key.
    /// - Throws: as ``DeviceKeyStore/attributes(of:)``.
    public func attributes(
        of name: ItemKey
    ) async throws(KeychainError) -> DeviceKeyAttributes? {
        guard let known = try await keychain.attributes(of: Self.item(of: name)) else {
            return nil
        }
        return try Self.attributes(known)
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, or `nil` if there is no such key.
    /// - Throws: as ``attributes(of:)``.
    public func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        guard let known = try keychain.attributesWithoutPrompt(of: Self.item(of: name)) else {
            return nil
        }
        return try Self.attributes(known)
    }

    /// What is known of the keys of a service, or of all services.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``DeviceKeyStore/list(service:)``.
    public func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        let itemService = try Self.itemService(of: service)
        let items = try await keychain.run { (core) throws(KeychainError) in
            try core.list(service: itemService, keysOnly: true)
        }
        return try Self.attributes(items)
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        let itemService = try Self.itemService(of: service)
        let items = try keychain.locked { (core) throws(KeychainError) in
            try core.list(service: itemService, keysOnly: true)
        }
        return try Self.attributes(items)
    }

    /// Removes a key or its tombstone; the key is of no use to anybody then.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``DeviceKeyStore/remove(_:)``.
    @discardableResult
    public func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        guard try await attributes(of: name) != nil else { return false }
        return try await keychain.remove(Self.item(of: name))
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        guard try attributesWithoutPrompt(of: name) != nil else { return false }
        return try keychain.removeWithoutPrompt(Self.item(of: name))
    }

    private static func itemService(of service: String?) throws(KeychainError) -> String? {
        guard let service else { return nil }
        // A service that no key can have is refused by the rules for keys, not found empty.
        try ItemKey.check(service, as: "service")
        return try item(of: ItemKey(service: service, account: "any")).service
    }

    private static func attributes(
        _ items: [ItemAttributes]
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        var keys: [DeviceKeyAttributes] = []
        for item in items { keys.append(try attributes(item)) }
        return keys
    }

    private static func attributes(
        _ item: ItemAttributes
    ) throws(KeychainError) -> DeviceKeyAttributes {
        DeviceKeyAttributes(
            name: try name(of: item.key), use: try DeviceKeyUse.use(of: item),
            grade: .secureEnclave, protection: item.protection, created: item.created,
            invalidation: item.invalidation)
    }
}
