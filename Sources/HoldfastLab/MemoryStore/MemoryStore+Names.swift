public import HoldfastCore
import HoldfastCrypto

extension MemoryStore {
    /// Removes an item or its tombstone, also one whose value is not readable now.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as the protocol says, or an injected error.
    @discardableResult
    public func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try removeWithoutPrompt(key)
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as the protocol says, or an injected error.
    @discardableResult
    public func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        let wasThere = try runWithoutPrompt(.remove, key) { (shelf, _) throws(KeychainError) in
            .answer(try shelf.remove(key))
        }
        // A later item of the same name has to ask for itself.
        session.withLock { $0.confirmations[key] = nil }
        return wasThere
    }

    /// What is known of an item, without its value and without a prompt.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, also of an invalidated item; `nil` if there is no such item.
    /// - Throws: as the protocol says, or an injected error.
    public func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try attributesWithoutPrompt(of: key)
    }

    /// As ``attributes(of:)``, on the caller's thread.
    ///
    /// - Parameter key: the item's name.
    /// - Returns: the attributes, or `nil` if there is no such item.
    /// - Throws: as the protocol says, or an injected error.
    public func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try runWithoutPrompt(.attributes, key) { (shelf, _) throws(KeychainError) in
            .answer(try shelf.attributes(of: key))
        }
    }

    /// The attributes of all items of a service, or of all services, ordered by key.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item, invalidated ones included.
    /// - Throws: `INVALID_ARGUMENT` for a name that no service can have, else as the protocol says,
    ///   or an injected error.
    public func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try listWithoutPrompt(service: service)
    }

    /// As ``list(service:)``, on the caller's thread.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry an item, ordered by key.
    /// - Throws: as ``list(service:)``.
    public func listWithoutPrompt(
        service: String?
    ) throws(KeychainError) -> [ItemAttributes] {
        let check = Result { () throws(KeychainError) in
            if let service { try ItemKey.check(service, as: "service") }
        }
        return try runWithoutPrompt(.list, nil, after: check) { (shelf, _) throws(KeychainError) in
            .answer(try shelf.list(service: service))
        }
    }
}
