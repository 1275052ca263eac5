#if os(Linux) && SecretService
import HoldfastCore
import HoldfastCrypto

/// Items that another program reads and writes too: one an item, changed in place.
struct SharedLayout: KeyringLayout {
    let place: KeyringPlace
    let mapping: SecretServiceMapping

    func read(_ key: ItemKey) throws(KeychainError) -> Item? {
        guard let item = try find(key) else {
            try place.vouchForAbsence()
            return nil
        }
        let value = try place.calls.secret(of: item.path)
        return Item(value: value, attributes: attributes(of: key, item, value))
    }

    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        guard let item = try find(key) else {
            try place.vouchForAbsence()
            return nil
        }
        return attributes(of: key, item, try place.calls.secret(of: item.path))
    }

    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        var wanted = mapping.commonAttributes
        wanted[mapping.serviceAttribute] = service
        var items: [ItemAttributes] = []
        for (key, found) in Dictionary(grouping: try matches(wanted), by: \.key) {
            if let service, !key.service.utf8.elementsEqual(service.utf8) { continue }
            let item = try Self.only(of: found.map(\.item))
            items.append(attributes(of: key, item, try place.calls.secret(of: item.path)))
        }
        return items
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, _ options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        guard let item = try find(key) else { return try create(value, for: key) }
        if options.condition == .ifAbsent { throw StoreConflict.alreadyExists.error }
        let old = try place.calls.secret(of: item.path)
        try place.calls.set(value, of: item.path)
        guard try place.calls.secret(of: item.path) == value else {
            // The service changed it in place, so that only putting the old value back is left.
            try place.calls.set(old, of: item.path)
            throw KeychainError.keyringKeepsOtherBytes
        }
        return version(of: try place.calls.item(item.path))
    }

    func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        guard let item = try find(key) else {
            try place.vouchForAbsence()
            return false
        }
        return try place.calls.remove(item.path)
    }

    private func create(_ value: SecretBytes, for key: ItemKey) throws(KeychainError) -> ItemVersion
    {
        try place.vouchForAbsence()
        let path = try place.calls.create(
            value, attributes: mapping.attributes(of: key),
            label: "Password for '\(key.account)' on '\(key.service)'", in: place.collection)
        // The other program does not take turns with us, and may have been there a moment earlier.
        let found = try matches(mapping.attributes(of: key)).filter { $0.key == key }
        guard let own = found.first(where: { $0.item.path == path }) else {
            _ = try place.calls.remove(path)
            throw KeychainError.keyringKeepsOtherAttributes
        }
        guard found.count == 1 else {
            _ = try place.calls.remove(path)
            throw StoreConflict.alreadyExists.error
        }
        guard try place.calls.secret(of: path) == value else {
            _ = try place.calls.remove(path)
            throw KeychainError.keyringKeepsOtherBytes
        }
        return version(of: own.item)
    }

    private func find(_ key: ItemKey) throws(KeychainError) -> KeyringItem? {
        let found = try matches(mapping.attributes(of: key)).filter { $0.key == key }
        return found.isEmpty ? nil : try Self.only(of: found.map(\.item))
    }

    /// The items of the layout that have attributes: exactly its own, so that an item of somebody
    /// else which has them among others is none.
    private func matches(
        _ attributes: KeyringAttributes
    ) throws(KeychainError) -> [(key: ItemKey, item: KeyringItem)] {
        var matches: [(key: ItemKey, item: KeyringItem)] = []
        for item in try place.items(with: attributes) {
            guard let key = mapping.key(of: item.attributes) else { continue }
            if item.isLocked { throw try place.reasonForLock() }
            matches.append((key, item))
        }
        return matches
    }

    private static func only(of items: [KeyringItem]) throws(KeychainError) -> KeyringItem {
        guard items.count == 1, let item = items.first else {
            throw KeychainError(
                .invalidArgument, "\(items.count) items of the keyring match that name",
                advice: "remove all but one with the program that made them")
        }
        return item
    }

    private func attributes(
        of key: ItemKey, _ item: KeyringItem, _ value: SecretBytes
    ) -> ItemAttributes {
        ItemAttributes(
            key: key, protection: NativeRecord.protection, kind: .bytes, version: version(of: item),
            created: item.created, modified: item.modified, byteCount: value.count,
            invalidation: nil)
    }

    /// When it was changed last, which tells two contents apart only if a second lies between them.
    private func version(of item: KeyringItem) -> ItemVersion {
        ItemVersion(rawValue: UInt64(max(0, item.modified.seconds)))
    }
}
#endif
