#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// New generations of class keys, and the way out of the old ones.
extension VaultCore {
    /// How many items one step seals anew: short enough for others to write in between.
    private static let batchCount = 64

    /// Moves the whole tree under a new metadata key: new ids, newly sealed names, new MACs.
    ///
    /// Part of the caller's transaction, so that there never are names under two keys. The values
    /// stay sealed as they are; they are bound to names, not to ids.
    func rebuilt(
        _ tree: Tree, under metadataKey: SecretBytes, _ keybag: inout Keybag
    ) throws(KeychainError) -> Tree {
        guard let slot = keybag.current(.metadata) else {
            throw KeychainError(.dataCorrupted, "a class key of the vault is missing")
        }
        let keys = try IndexKeys(metadataKey: metadataKey, slot: slot, vaultID: keybag.vaultID)
        let entries = try movedRows(tree, to: keys)
        try tree.vault.database.removeNodes()
        var root = tree.root
        root.ranges = [UInt8](repeating: 0, count: TreeRoot.rangesByteCount)
        var new = Tree(
            vault: tree.vault, keys: keys,
            verified: VerifiedTree(stamp: tree.verified.stamp, root: root, fileVersion: nil))
        for (place, entries) in Dictionary(grouping: entries, by: { BucketPlace.range(of: $0.id) })
        {
            var bucket = Bucket(empty: place)
            for entry in entries { bucket.put(entry.id, tag: entry.tag, digest: entry.digest) }
            try new.vouch(for: bucket)
        }
        // Nothing is left under the old metadata key: it goes at once.
        keybag.removeKeys { $0.keyClass == .metadata && $0 != slot }
        return new
    }

    private struct Entry {
        let id: [UInt8]
        let tag: [UInt8]
        let digest: [UInt8]
    }

    /// Gives every row its new id and seals its metadata anew.
    private func movedRows(_ tree: Tree, to keys: IndexKeys) throws(KeychainError) -> [Entry] {
        var old = tree
        var items: [(id: [UInt8], metadata: ItemMetadata)] = []
        try forEachRow(&old) { (row, _, tree) throws(KeychainError) in
            items.append((row.id, try checkedMetadata(of: row, tree)))
        }
        let database = tree.vault.database
        let seal = ItemSeal(keys: keys)
        var entries: [Entry] = []
        for item in items {
            guard let row = try database.item(item.id, withValue: true) else { throw Tree.damaged }
            let id = keys.id(of: item.metadata.key)
            let metadata = try seal.sealMetadata(
                item.metadata, id: id, version: row.version, salt: row.salt)
            let moved = row.moved(to: id, metadata: metadata)
            let tag = keys.tag(ofService: item.metadata.key.service)
            let digest = moved.digest
            try database.removeItem(row.id)
            try database.put(moved, tag: tag, digest: digest)
            entries.append(Entry(id: id, tag: tag, digest: digest))
        }
        return entries
    }

    // MARK: The way out of old generations

    /// Seals what is under old generations anew, in small steps, and drops the old keys.
    ///
    /// It can be cut at any point; the next unlock, or the next write to a vault without a
    /// passcode, goes on. Nothing that it meets is an error of the call that it is a part of: that
    /// call's own change is durable already, and every value can be read as before.
    func retire(_ root: VaultRoot, _ vault: OpenVault, progress: Progress?) {
        do throws(KeychainError) {
            if !vault.keybag.retiring.isEmpty {
                let keys = try vault.keybag.unwrapAll(root)
                try lending(keys) { () throws(KeychainError) in
                    try resealAll(keys, vault, progress)
                    try dropRetired(vault)
                }
            }
        } catch {
            warn(
                "some values are still under old keys (\(error.message)); the next unlock, or"
                    + " without a passcode the next write, goes on")
        }
        scrub(vault)
    }

    /// Goes on with an interrupted retirement where no passcode is needed for it.
    func resumeRetirement(_ vault: OpenVault) throws(KeychainError) {
        guard vault.slots.isRetiring, vault.keybag.passcode == nil, !vault.isReadOnly
        else { return }
        retire(try root(stretched: nil, vault), vault, progress: nil)
    }

    private func resealAll(
        _ keys: [KeySlot: SecretBytes], _ vault: OpenVault, _ progress: Progress?
    ) throws(KeychainError) {
        var evidence = Evidence.ofVaultItself
        for (slot, key) in keys where slot.keyClass == .passcodeGate {
            evidence.gates[slot.generation] = key
        }
        var total = 0
        for slot in vault.keybag.retiring { total += try vault.database.countOfItems(under: slot) }
        var done = 0
        for slot in vault.keybag.retiring {
            while true {
                let count = try resealBatch(under: slot, evidence, vault)
                if count == 0 { break }
                done += count
                progress?(min(done, total), total)
            }
        }
    }

    private func resealBatch(
        under slot: KeySlot, _ evidence: Evidence, _ vault: OpenVault
    ) throws(KeychainError) -> Int {
        let isEmpty = try vault.database.itemIDs(under: slot, limit: 1).isEmpty
        if isEmpty { return 0 }
        return try changing(vault) { (tree) throws(KeychainError) in
            let ids = try vault.database.itemIDs(under: slot, limit: Self.batchCount)
            for id in ids {
                guard let row = try tree.item(id, withValue: true) else { throw Tree.damaged }
                let metadata = try checkedMetadata(of: row, tree)
                let value = try value(of: row, metadata, tree, evidence)
                let resealed = try sealedRow(
                    value, metadata, id, tree, evidence, version: row.version)
                try tree.put(resealed, tag: tree.keys.tag(ofService: metadata.key.service))
            }
            return ids.count
        }
    }

    /// Drops the keys that nothing is under any more.
    private func dropRetired(_ vault: OpenVault) throws(KeychainError) {
        let retiring = vault.keybag.retiring
        let (tree, keybag) = try vault.change { () throws(KeychainError) in
            var tree = try verifiedTree(vault)
            for slot in retiring where try !vault.database.itemIDs(under: slot, limit: 1).isEmpty {
                throw KeychainError(
                    StoreConflict.versionChanged, "an item was written under a retired key")
            }
            var keybag = vault.keybag
            keybag.removeKeys(retiring.contains)
            keybag.serial += 1
            try vault.database.put(keybag)
            try tree.storeRoot(with: keybag)
            return (tree, keybag)
        }
        vault.adopt(keybag)
        committed(tree, vault)
        for slot in retiring { try drop(slot, vault) }
    }

    /// Moves the log into the file and empties it, so that no page of old keys is left in either.
    ///
    /// As far as SQLite reaches: it says nothing about snapshots and flash memory. Another process
    /// that is reading holds it up; then it is left to the next change.
    func scrub(_ vault: OpenVault) {
        do throws(KeychainError) {
            try vault.database.truncateLog()
        } catch {
            warn("old keys may still be in the vault's log until it is next emptied")
        }
    }
}

extension ItemRow {
    /// The same row under another id.
    fileprivate func moved(to id: [UInt8], metadata: [UInt8]) -> ItemRow {
        ItemRow(
            id: id, version: version, isTombstone: isTombstone, slot: slot,
            gateGeneration: gateGeneration, salt: salt, metadata: metadata,
            valueDigest: valueDigest, value: value)
    }
}
#endif
