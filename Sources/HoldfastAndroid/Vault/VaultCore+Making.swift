import HoldfastCore
import HoldfastCrypto

/// How many bits of a version are below the seconds of the clock at which a store begins: a million
/// changes a second would have to be made to reach what the clock gives a later store.
private let versionsPerSecondBits: UInt64 = 20

extension VaultCore {
    /// The store to write to: the one that is there, or a new one.
    ///
    /// Call it when nothing can refuse the write any more but a person: a new store is written at
    /// once. One that is lost is kept under another name, and its items are tombstones in the new
    /// one, each until somebody handles it.
    func storeForWriting(_ found: FoundStore) throws(KeychainError) -> OpenStore {
        switch found {
        case .open(let store): return store
        case .nothing(let ledger): return try newStore(ledger, nil)
        case .lost(let file, let ledger):
            try folder.keepLostFile()
            return try newStore(ledger, file)
        }
    }

    private func newStore(
        _ ledger: StoreLedger?, _ lost: StoreFile?
    ) throws(KeychainError) -> OpenStore {
        let id = try beginStore(ledger)
        let sentinel = try keys.make(.sentinel, for: id)
        let sentinelKey = try newDataKey()
        guard case .operation(let operation) = try keys.beginWrapping(sentinel, in: id) else {
            throw KeychainError(.unknown, "the Keystore does not use a key that it has just made")
        }
        let record = try keys.wrap(
            sentinelKey, under: sentinel, operation, in: id, .beforeConfirmation)
        cache.keep(sentinelKey, of: record)
        let file = try newFile(id, record, lost)
        var store = try OpenStore(file, sentinelKey: sentinelKey)
        try commit(&store)
        return store
    }

    /// The new store's name, durable before there is a key of it.
    private func beginStore(_ ledger: StoreLedger?) throws(KeychainError) -> StoreID {
        if let ledger, ledger.stage == .beginning { return ledger.store }
        let id = try StoreID(random: platform.random)
        try folder.save(StoreLedger(store: id, stage: .beginning, floor: 0))
        return id
    }

    private func newFile(
        _ id: StoreID, _ sentinel: KeyRecord, _ lost: StoreFile?
    ) throws(KeychainError) -> StoreFile {
        let byClock = UInt64(max(0, platform.clock.now.seconds)) << versionsPerSecondBits
        let nameKey = try crypto { () throws(CryptoError) in
            try platform.random.bytes(StoreFile.nameKeyByteCount)
        }
        var file = StoreFile(
            id: id, isLab: platform.random.isReproducible, nameKey: lost?.nameKey ?? nameKey,
            sequence: max(byClock, lost?.sequence ?? 0), keys: [sentinel])
        for item in lost?.sortedItems ?? [] {
            let invalidation = item.invalidation ?? lossByRestore
            let version = file.takeVersion()
            file.put(item.buried(invalidation, version: version, keepsName: false))
        }
        return file
    }

    /// Why an item of a lost store cannot be read.
    var lossByRestore: Invalidation {
        Invalidation(reason: .keyLost, time: platform.clock.now)
    }

    func newDataKey() throws(KeychainError) -> SecretBytes {
        try crypto { () throws(CryptoError) in
            try platform.random.secret(AES256GCM.keyByteCount)
        }
    }
}
