#if os(Linux) && TPM
public import HoldfastCore

extension TPMKeyStore {
    /// What is known of a key; the TPM is asked whether it is still the one.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the attributes, also of a key that was lost, with the time of this call if it is
    ///   the TPM that lost it; a TPM that cannot be reached has lost nothing. `nil` if there is no
    ///   such key.
    /// - Throws: as ``DeviceKeyStore/attributes(of:)``.
    public func attributes(
        of name: ItemKey
    ) async throws(KeychainError) -> DeviceKeyAttributes? {
        try await run { (store) throws(KeychainError) in
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
        guard let stored = try stored(name) else { return nil }
        return try attributes(name, stored, presentParent())
    }

    /// What is known of the keys of a service, or of all services.
    ///
    /// - Parameter service: the service, or `nil` for all of them.
    /// - Returns: one entry a key, ordered by name.
    /// - Throws: as ``DeviceKeyStore/list(service:)``. With `nil` the list of all items is asked
    ///   for, and what is wrong with any item is thrown.
    public func list(service: String?) async throws(KeychainError) -> [DeviceKeyAttributes] {
        try await run { (store) throws(KeychainError) in
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
        var parent: PresentParent?
        // In the items' order, which is the keys': all have the same prefix.
        for item in try items.listWithoutPrompt(service: Self.itemService(of: service)) {
            guard let name = try Self.name(of: item.key), let stored = try stored(name) else {
                continue
            }
            // Asked once for the whole list, and not at all for an empty one.
            let present: PresentParent
            if let parent {
                present = parent
            } else {
                present = try presentParent()
                parent = present
            }
            if let known = try attributes(name, stored, present) { keys.append(known) }
        }
        return keys
    }

    /// Removes a key: first its name, then what the TPM gave.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``DeviceKeyStore/remove(_:)``. If the second step failed, the key is gone and
    ///   something that nothing uses stays under ``blobService``.
    @discardableResult
    public func remove(_ name: ItemKey) async throws(KeychainError) -> Bool {
        try await run { (store) throws(KeychainError) in try store.removeWithoutPrompt(name) }
    }

    /// As ``remove(_:)``, on the caller's thread.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: whether there was anything to remove.
    /// - Throws: as ``remove(_:)``.
    @discardableResult
    public func removeWithoutPrompt(_ name: ItemKey) throws(KeychainError) -> Bool {
        guard let stored = try stored(name) else { return false }
        let wasThere = try items.removeWithoutPrompt(Self.item(of: name))
        try removePrivateHalf(of: stored.record)
        return wasThere
    }

    /// Removes what only the TPM, or nobody any more, can use.
    func removePrivateHalf(of record: TPMKeyRecord) throws(KeychainError) {
        switch record.holder {
        case .tpm: try items.removeWithoutPrompt(Self.blobItem(record.id))
        case .software: try software.removeWithoutPrompt(Self.softwareName(record.id))
        }
    }
}

/// A key's record, and when it was made.
struct StoredTPMKey: Sendable {
    let record: TPMKeyRecord
    let created: UnixTime
}

extension TPMKeyStore {
    /// The parents that the TPM has now.
    private enum PresentParent {
        case names(TPMRootNames)
        case outOfReach
    }

    /// The record of a name.
    func stored(_ name: ItemKey) throws(KeychainError) -> StoredTPMKey? {
        guard let item = try items.readWithoutPrompt(Self.item(of: name)) else { return nil }
        return StoredTPMKey(
            record: try TPMKeyRecord(decoding: item), created: item.attributes.created)
    }

    /// Where the private half of a key lies, for tests that do something to it.
    ///
    /// - Parameter name: the key's name.
    /// - Returns: the item's name; `nil` if there is no such key.
    /// - Throws: as ``attributesWithoutPrompt(of:)``.
    package func privateItem(of name: ItemKey) throws(KeychainError) -> ItemKey? {
        guard let record = try stored(name)?.record else { return nil }
        switch record.holder {
        case .tpm: return try Self.blobItem(record.id)
        case .software: return try SoftwareKeyStore.item(of: Self.softwareName(record.id))
        }
    }

    private func attributes(
        _ name: ItemKey, _ stored: StoredTPMKey, _ parent: PresentParent
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        let invalidation: Invalidation?
        switch stored.record.holder {
        case .software:
            let half = try software.attributesWithoutPrompt(
                of: Self.softwareName(stored.record.id))
            guard let half else { return try vanished(name, stored) }
            invalidation = half.invalidation
        case .tpm(let mark, _):
            let half = try items.attributesWithoutPrompt(of: Self.blobItem(stored.record.id))
            guard let half else { return try vanished(name, stored) }
            if case .names(let present) = parent, present.excludes(mark) {
                invalidation = half.invalidation ?? Invalidation(reason: .keyLost, time: clock.now)
            } else {
                invalidation = half.invalidation
            }
        }
        return DeviceKeyAttributes(
            name: name, use: stored.record.use, grade: stored.record.grade,
            protection: stored.record.protection, created: stored.created,
            invalidation: invalidation)
    }

    /// A record whose other half is not there: removed by somebody else just now, or damage.
    private func vanished(
        _ name: ItemKey, _ stored: StoredTPMKey
    ) throws(KeychainError) -> DeviceKeyAttributes? {
        guard let again = try self.stored(name) else { return nil }
        guard again.record.id != stored.record.id else { throw TPMConnection.damaged }
        return try attributesWithoutPrompt(of: name)
    }

    private func presentParent() throws(KeychainError) -> PresentParent {
        do throws(KeychainError) {
            return .names(
                try device.perform { (connection) throws(KeychainError) in
                    try connection.rootNames()
                })
        } catch {
            guard error.code == .hardwareUnavailable else { throw error }
            return .outOfReach
        }
    }

    // MARK: - Names

    static func item(of name: ItemKey) throws(KeychainError) -> ItemKey {
        try name.validateForDeviceKey()
        return try ItemKey(service: servicePrefix + name.service, account: name.account)
    }

    static func blobItem(_ id: [UInt8]) throws(KeychainError) -> ItemKey {
        try ItemKey(service: blobService, account: id.hex)
    }

    /// The name that a key has in the store of software keys.
    static func softwareName(_ id: [UInt8]) throws(KeychainError) -> ItemKey {
        try blobItem(id)
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
#endif
