extension SoftwareKeyStore {
    /// What the item store knows of a key.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, also of a key that was lost; `nil` if there is no such key.
    /// - Throws: as ``DeviceKeyStore/attributes(of:)``.
    public func attributes(
        of name: ItemKey
    ) async throws(KeychainError) -> DeviceKeyAttributes? {
        let item = try Self.item(of: name)
        guard let known = try await items.attributes(of: item) else { return nil }
        return try attributes(name, known)
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, or `nil` if there is no such key.
    /// - Throws: as ``DeviceKeyStore/attributes(of:)``.
    public func attributesWithoutPrompt(
        of name: ItemKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        let item = try Self.item(of: name)
        guard let known = try items.attributesWithoutPrompt(of: item) else { return nil }
        return try attributes(name, known)
    }

    /// What the item store knows of the keys of a service, or of all services.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``DeviceKeyStore/list(service:)``. With `nil` the list of all items is asked
    ///   for, and what is wrong with any item is thrown.
    public func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try list(try await items.list(service: Self.itemService(of: service)))
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        try list(try items.listWithoutPrompt(service: Self.itemService(of: service)))
    }

    /// Removes a key's item, if it is one.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``DeviceKeyStore/remove(_:)``.
    @discardableResult
    public func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        guard try await attributes(of: name) != nil else { return false }
        return try await items.remove(Self.item(of: name))
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``DeviceKeyStore/remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        guard try attributesWithoutPrompt(of: name) != nil else { return false }
        return try items.removeWithoutPrompt(Self.item(of: name))
    }

    private func list(
        _ items: [ItemAttributes]
    ) throws(KeychainError) -> [DeviceKeyAttributes] {
        var keys: [DeviceKeyAttributes] = []
        // In the items' order, which is the keys': all have the same prefix.
        for item in items {
            guard let name = try Self.name(of: item.key) else { continue }
            keys.append(try attributes(name, item))
        }
        return keys
    }

    private static func itemService(of service: String?) throws(KeychainError) -> String? {
        guard let service else { return nil }
        // A service that no key can have is refused by the rules for keys, not found empty.
        try ItemKey.check(service, as: "service")
        return try item(of: ItemKey(service: service, account: "any")).service
    }

    private func attributes(
        _ name: ItemKey, _ item: ItemAttributes
    ) throws(KeychainError) -> DeviceKeyAttributes {
        guard let use = DeviceKeyUse(item.kind) else { throw SoftwareKeyRecord.isNoKey }
        return DeviceKeyAttributes(
            name: name, use: use, grade: grade, protection: item.protection,
            created: item.created, invalidation: item.invalidation)
    }
}
