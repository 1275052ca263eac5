#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto

/// Our own items: each write makes a new one, and the newest of a name counts.
///
/// A service has no call that changes value and attributes of an item at once, and its "replace"
/// takes the first item that has the attributes among others, which may be somebody else's.
struct NativeLayout: KeyringLayout {
    let place: KeyringPlace
    let clock: any VaultClock
    let warn: (String) -> Void

    /// One of our items with what its attributes say.
    struct Generation {
        let path: String
        let record: NativeRecord
    }

    func read(_ key: ItemKey) throws(KeychainError) -> Item? {
        guard let newest = try newest(of: key) else {
            try place.vouchForAbsence()
            return nil
        }
        let value = try place.calls.secret(of: newest.path)
        guard value.count == newest.record.byteCount else { throw NativeRecord.damaged }
        return Item(value: value, attributes: newest.record.itemAttributes)
    }

    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        if let newest = try newest(of: key) { return newest.record.itemAttributes }
        try place.vouchForAbsence()
        return nil
    }

    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        let all = try generations(NativeRecord.search(service: service))
        let byKey = Dictionary(grouping: all) { $0.record.key }
        var items: [ItemAttributes] = []
        for generations in byKey.values {
            if let newest = try Self.newest(of: generations) {
                items.append(newest.record.itemAttributes)
            }
        }
        return items
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, _ options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        let before = try generations(of: key)
        let newest = try Self.newest(of: before)
        if newest == nil { try place.vouchForAbsence() }
        try Self.check(options.condition, newest?.record.version)
        let now = clock.now
        let record = NativeRecord(
            key: key,
            version: try versions.next(after: newest?.record.version), kind: options.kind,
            created: newest?.record.created ?? now, modified: now, byteCount: value.count)
        let path = try place.calls.create(
            value, attributes: record.attributes, label: "\(key.service): \(key.account)",
            in: place.collection)
        try confirm(path, record, value)
        removeOld(before)
        return record.version
    }

    func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        let generations = try generations(of: key).sorted {
            $0.record.version < $1.record.version
        }
        guard let newest = generations.last else {
            try place.vouchForAbsence()
            return false
        }
        try versions.keep(newest.record.version)
        var wasThere = false
        // The newest last: if this ends halfway, the item is there as it was.
        for generation in generations {
            wasThere = try place.calls.remove(generation.path)
        }
        return wasThere
    }

    private var versions: VersionFloor { VersionFloor(place: place) }

    private func newest(of key: ItemKey) throws(KeychainError) -> Generation? {
        try Self.newest(of: generations(of: key))
    }

    private func generations(of key: ItemKey) throws(KeychainError) -> [Generation] {
        // The service may compare less strictly than by bytes.
        try generations(NativeRecord.search(service: key.service, account: key.account))
            .filter { $0.record.key == key }
    }

    private func generations(
        _ attributes: KeyringAttributes
    ) throws(KeychainError) -> [Generation] {
        var generations: [Generation] = []
        for item in try place.items(with: attributes) {
            guard let record = try NativeRecord(item.attributes) else { continue }
            if item.isLocked { throw try place.reasonForLock() }
            generations.append(Generation(path: item.path, record: record))
        }
        return generations
    }

    private static func newest(of generations: [Generation]) throws(KeychainError) -> Generation? {
        let newest = generations.max { $0.record.version < $1.record.version }
        guard let newest else { return nil }
        if generations.filter({ $0.record.version == newest.record.version }).count > 1 {
            throw KeychainError(
                .dataCorrupted, "two items of the keyring have one name and one version",
                advice: "remove the item, which removes both, and get the value again")
        }
        return newest
    }

    private static func check(
        _ condition: WriteCondition, _ version: ItemVersion?
    ) throws(KeychainError) {
        switch condition {
        case .always: return
        case .ifAbsent:
            if version != nil { throw StoreConflict.alreadyExists.error }
        case .ifVersion(let wanted):
            if version != wanted { throw StoreConflict.versionChanged.error }
        }
    }

    /// Makes sure that the new item is there and gives back what was stored, before the old one
    /// goes; otherwise the new one goes.
    private func confirm(
        _ path: String, _ record: NativeRecord, _ value: SecretBytes
    ) throws(KeychainError) {
        let found = try generations(of: record.key)
        guard found.contains(where: { $0.path == path && $0.record == record }) else {
            _ = try place.calls.remove(path)
            throw KeychainError.keyringKeepsOtherAttributes
        }
        guard found.allSatisfy({ $0.path == path || $0.record.version < record.version }) else {
            // A writer that does not take turns with us.
            _ = try place.calls.remove(path)
            throw StoreConflict.versionChanged.error
        }
        guard try place.calls.secret(of: path) == value else {
            _ = try place.calls.remove(path)
            throw KeychainError.keyringKeepsOtherBytes
        }
    }

    /// Removes what a write replaced.
    ///
    /// The new item is stored and counts, whatever becomes of these; the next write or removal tries
    /// again.
    private func removeOld(_ generations: [Generation]) {
        for generation in generations {
            do throws(KeychainError) {
                _ = try place.calls.remove(generation.path)
            } catch {
                warn("a replaced value stays in the keyring for now: \(error.message)")
                return
            }
        }
    }
}
#endif
