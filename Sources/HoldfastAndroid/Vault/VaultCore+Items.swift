import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    // MARK: Reading

    func read(
        _ key: ItemKey, _ grants: KeyGrants
    ) throws(KeychainError) -> VaultStep<Item?> {
        switch try find() {
        case .nothing: return .answer(nil)
        case .lost(let file, _):
            guard let item = file.items[file.name(of: key)] else { return .answer(nil) }
            throw (item.invalidation ?? lossByRestore).error
        case .open(var store):
            guard let item = store.file.items[store.file.name(of: key)] else {
                return .answer(nil)
            }
            return try read(item, key, &store, grants)
        }
    }

    private func read(
        _ item: ItemRecord, _ key: ItemKey, _ store: inout OpenStore, _ grants: KeyGrants
    ) throws(KeychainError) -> VaultStep<Item?> {
        guard let value = item.value else { throw Self.error(ofTombstone: item) }
        try requireReadable(item.protection.accessibility)
        try settleWitness(value.witness, &store)
        if let buried = store.file.items[item.name], buried.value == nil {
            throw Self.error(ofTombstone: buried)
        }
        let record = try keyRecord(value.key, store)
        switch try open(record, item.protection, in: store.file.id, grants) {
        case .confirm(let confirmation): return .confirm(confirmation)
        case .lost(let loss):
            try bury(record, loss, &store)
            throw Self.error(ofTombstone: store.file.items[item.name] ?? item)
        case .key(let open):
            let bytes = try store.seal.openValue(value, of: item, with: open.dataKey)
            return .answer(Item(value: bytes, attributes: item.attributes(of: key)))
        }
    }

    /// What is known of an item; one whose key was just found to be lost is a tombstone already.
    func attributes(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        switch try find() {
        case .nothing: return nil
        case .lost(let file, _):
            return file.items[file.name(of: key)].map {
                $0.buried($0.invalidation ?? lossByRestore, version: $0.version).attributes(of: key)
            }
        case .open(var store):
            return try settledItem(store.file.name(of: key), &store)?.attributes(of: key)
        }
    }

    // MARK: Writing

    func write(
        _ write: PendingWrite, _ grants: KeyGrants
    ) throws(KeychainError) -> VaultStep<ItemVersion> {
        var found = try find()
        let old = try replaceable(write.key, &found)
        try write.check(replacing: old)
        let protection = write.protection(replacing: old)
        try requireUsable(protection)
        var store = try storeForWriting(found)
        return try put(write, protection, replacing: old, &store, grants)
    }

    /// What stands under a name, if it may be replaced now.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is an item that is not readable now.
    private func replaceable(
        _ key: ItemKey, _ found: inout FoundStore
    ) throws(KeychainError) -> ItemRecord? {
        switch found {
        case .nothing: return nil
        case .lost(let file, _):
            return file.items[file.name(of: key)].map {
                $0.buried($0.invalidation ?? lossByRestore, version: $0.version)
            }
        case .open(var store):
            let name = store.file.name(of: key)
            if let item = store.file.items[name], item.value != nil {
                try requireReadable(item.protection.accessibility)
            }
            let item = try settledItem(name, &store)
            found = .open(store)
            return item
        }
    }

    private func put(
        _ write: PendingWrite, _ protection: ItemProtection, replacing old: ItemRecord?,
        _ store: inout OpenStore, _ grants: KeyGrants
    ) throws(KeychainError) -> VaultStep<ItemVersion> {
        // A dead witness means dead keys beside it: noticed before one of them is used.
        let role = protection.witness(apiLevel: apiLevel)
        try settleWitness(store.file.keys.first { $0.role == role }?.id, &store)
        switch try dataKey(for: protection, replacing: old, &store, grants) {
        case .confirm(let confirmation): return .confirm(confirmation)
        case .lost:
            throw KeychainError(.keyInvalidated, "the Keystore loses keys as it makes them")
        case .key(let open):
            let witness = try witness(for: protection, &store)
            let item = try sealed(write, protection, replacing: old, open, witness, &store)
            store.file.put(item)
            try commit(&store)
            return .answer(ItemVersion(rawValue: item.version))
        }
    }

    private func sealed(
        _ write: PendingWrite, _ protection: ItemProtection, replacing old: ItemRecord?,
        _ open: OpenDataKey, _ witness: KeyID?, _ store: inout OpenStore
    ) throws(KeychainError) -> ItemRecord {
        let now = platform.clock.now
        let name = store.file.name(of: write.key)
        let salt = try crypto { () throws(CryptoError) in
            try platform.random.bytes(ItemRecord.saltByteCount)
        }
        func record(_ content: ItemRecord.Content, _ version: UInt64, _ sealedName: [UInt8])
            -> ItemRecord
        {
            ItemRecord(
                name: name, version: version, protection: protection, kind: write.options.kind,
                created: old?.created ?? now, modified: max(now, old?.modified ?? now), salt: salt,
                sealedName: sealedName, content: content)
        }
        let version = store.file.takeVersion()
        let sealedName = try store.seal.sealName(
            write.key, name, salt: salt, with: store.sentinelKey)
        let bare = record(.tombstone(lossByRestore), version, sealedName)
        let value = try store.seal.sealValue(
            write.value, for: bare, under: open.record.id, witness: witness, with: open.dataKey)
        return record(.live(value), version, sealedName)
    }

    // MARK: Removing

    func remove(_ key: ItemKey) throws(KeychainError) -> Bool {
        let found = try find()
        switch found {
        case .nothing: return false
        case .lost(let file, _):
            if file.items[file.name(of: key)] == nil { return false }
        case .open(let store):
            if store.file.items[store.file.name(of: key)] == nil { return false }
        }
        var store = try storeForWriting(found)
        store.file.remove(store.file.name(of: key))
        // The floor must grow, so that a file from before the removal is noticed.
        _ = store.file.takeVersion()
        try commit(&store)
        return true
    }

    private static func error(ofTombstone item: ItemRecord) -> KeychainError {
        item.invalidation?.error
            ?? KeychainError(.keyInvalidated, "the item's key no longer exists")
    }
}
