#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The verified tree in the state of one transaction, and the changes made in it.
///
/// Top down, each level is believed only after the level above has vouched for it, so a row that
/// was lost, moved, put back or changed anywhere in the file is noticed by whoever looks there.
struct Tree {
    let vault: OpenVault
    let keys: IndexKeys
    private(set) var verified: VerifiedTree

    init(vault: OpenVault, keys: IndexKeys, verified: VerifiedTree) {
        self.vault = vault
        self.keys = keys
        self.verified = verified
    }

    var root: TreeRoot { verified.root }
    var seal: ItemSeal { ItemSeal(keys: keys) }
    private var cache: TreeCache { vault.treeCache }

    // MARK: Reading

    /// An item's row, or `nil` if the tree vouches that there is none.
    func item(_ id: [UInt8], withValue: Bool) throws(KeychainError) -> ItemRow? {
        let digest = try entry(of: id)?.digest
        let row = try vault.database.item(id, withValue: withValue)
        switch (digest, row) {
        case (nil, nil): return nil
        case (let digest?, let row?) where row.digest.elementsEqual(digest): return row
        default: throw Self.damaged
        }
    }

    /// What an item's entry says, or `nil` if the tree vouches that there is none.
    func entry(of id: [UInt8]) throws(KeychainError) -> EntryFields? {
        try bucket(holding: id).entry(of: id)
    }

    /// The verified buckets of a range, in order, without those that nothing is in.
    func buckets(ofRange index: Int) throws(KeychainError) -> [Bucket] {
        switch try range(index) {
        case .whole(let bucket): return bucket.entryCount == 0 ? [] : [bucket]
        case .split(let node):
            var buckets: [Bucket] = []
            for place in BucketPlace.range(index).parts {
                let bucket = try part(place, node)
                if bucket.entryCount > 0 { buckets.append(bucket) }
            }
            return buckets
        }
    }

    /// Whether a range is split into parts.
    func isSplit(_ index: Int) throws(KeychainError) -> Bool {
        if case .split = try range(index) { return true }
        return false
    }

    /// The verified bucket that an item's entry is in, or would be.
    private func bucket(holding id: [UInt8]) throws(KeychainError) -> Bucket {
        switch try range(BucketPlace.range(of: id).index) {
        case .whole(let bucket): return bucket
        case .split(let node): return try part(.part(of: id), node)
        }
    }

    /// What is below one of the root's MACs; a range that nothing is in is an empty bucket.
    private func range(_ index: Int) throws(KeychainError) -> TreeCache.Range {
        let mac = root.ranges[macRange(index)]
        if TreeRoot.zeroMAC.isEqual(to: mac) { return .whole(Bucket(empty: .range(index))) }
        if let known = cache.range(index, mac) { return known }
        guard let node = try vault.database.node(index) else {
            return .whole(try bucket(.range(index), verifiedBy: mac))
        }
        guard TreeRoot.nodeMAC(keys, index, node).elementsEqual(mac) else { throw Self.damaged }
        cache.putNode(index, node, Array(mac))
        return .split(node: node)
    }

    /// A part of a range that is split; one that nothing is in is an empty bucket.
    private func part(_ place: BucketPlace, _ node: [UInt8]) throws(KeychainError) -> Bucket {
        let mac = node[macRange(place.indexInRange)]
        if TreeRoot.zeroMAC.isEqual(to: mac) { return Bucket(empty: place) }
        if let known = cache.part(place.index, mac) { return known }
        return try bucket(place, verifiedBy: mac)
    }

    private func bucket(
        _ place: BucketPlace, verifiedBy mac: ArraySlice<UInt8>
    ) throws(KeychainError) -> Bucket {
        let bytes = try vault.database.entries(from: place.firstID, through: place.lastID)
        guard let bucket = Bucket(place, bytes: bytes), bucket.entryCount > 0,
            TreeRoot.bucketMAC(keys, bucket).elementsEqual(mac)
        else { throw Self.damaged }
        cache.put(bucket, Array(mac))
        return bucket
    }

    // MARK: Changing

    /// Stores a row and its entry.
    ///
    /// - Returns: the row's digest.
    @discardableResult
    mutating func put(_ row: ItemRow, tag: [UInt8]) throws(KeychainError) -> [UInt8] {
        let digest = row.digest
        var bucket = try bucket(holding: row.id)
        try vault.database.put(row, tag: tag, digest: digest)
        bucket.put(row.id, tag: tag, digest: digest)
        try vouch(for: bucket)
        return digest
    }

    /// Removes a row and its entry.
    mutating func remove(_ id: [UInt8]) throws(KeychainError) {
        var bucket = try bucket(holding: id)
        try vault.database.removeItem(id)
        bucket.remove(id)
        try vouch(for: bucket)
    }

    /// Stores what the levels above say of a bucket whose rows are stored.
    mutating func vouch(for bucket: Bucket) throws(KeychainError) {
        let range = bucket.place.rangeIndex
        if bucket.place.isPart {
            guard case .split(var node) = try self.range(range) else { throw Self.damaged }
            setMAC(of: bucket, in: &node)
            try store(node, of: range)
        } else if bucket.entryCount > TreeRoot.wholeRangeLimit {
            var node = [UInt8](repeating: 0, count: TreeRoot.nodeByteCount)
            for part in bucket.split() { setMAC(of: part, in: &node) }
            try store(node, of: range)
        } else {
            let mac = TreeRoot.bucketMAC(keys, bucket)
            cache.put(bucket, mac)
            verified.root.ranges.overwrite(from: macRange(range).lowerBound, with: mac)
        }
    }

    private func setMAC(of part: Bucket, in node: inout [UInt8]) {
        let mac = TreeRoot.bucketMAC(keys, part)
        cache.put(part, mac)
        node.overwrite(from: macRange(part.place.indexInRange).lowerBound, with: mac)
    }

    private mutating func store(_ node: [UInt8], of range: Int) throws(KeychainError) {
        var mac = TreeRoot.zeroMAC
        if node.allSatisfy({ $0 == 0 }) {
            try vault.database.removeNode(range)
        } else {
            try vault.database.putNode(range, node)
            mac = TreeRoot.nodeMAC(keys, range, node)
            cache.putNode(range, node, mac)
        }
        verified.root.ranges.overwrite(from: macRange(range).lowerBound, with: mac)
    }

    /// Stores the root with the next sequence number; the last step of each change.
    ///
    /// - Parameter keybag: the keybag that is stored with it, if it changes too.
    /// - Throws: `UNKNOWN` with SQLite's number; the transaction is to be rolled back.
    mutating func storeRoot(with keybag: Keybag? = nil) throws(KeychainError) {
        verified.root.sequence += 1
        if let keybag {
            verified.root.keybagSerial = keybag.serial
            verified.root.keybagDigest = keybag.digest
        }
        let mac = verified.root.mac(keys)
        try vault.database.put(verified.root, mac: mac)
        verified.stamp = VaultDatabase.RootStamp(sequence: verified.root.sequence, mac: mac)
    }

    // MARK: -

    static let damaged = KeychainError(
        .dataCorrupted, "the vault was changed or damaged outside of this program",
        advice: "run `holdfast doctor`, and restore the whole directory from a backup")
}

// MARK: - Transactions on the tree

extension VaultCore {
    /// Runs a body on the verified tree of one consistent state.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock, `DATA_CORRUPTED` if the tree
    ///   does not verify.
    func reading<R>(
        _ vault: OpenVault, _ body: (inout Tree) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try vault.snapshot { () throws(KeychainError) in
            var tree = try verifiedTree(vault)
            let result = try body(&tree)
            vault.tree = tree.verified
            return result
        }
    }

    /// Runs a body that changes items, and stores the tree's new root with it.
    ///
    /// - Throws: as ``reading(_:_:)``, and `UNKNOWN` with SQLite's number if the change could not
    ///   be made durable; nothing is changed then.
    func changing<R>(
        _ vault: OpenVault, _ body: (inout Tree) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try openSealBeforeChange(vault)
        let (result, tree) = try vault.change { () throws(KeychainError) in
            var tree = try treeForChange(vault)
            let result = try body(&tree)
            try tree.storeRoot()
            vault.floor.prepare(tree.root.sequence)
            return (result, tree)
        }
        committed(tree, vault)
        return result
    }

    /// Takes over a tree that is durable now.
    func committed(_ tree: Tree, _ vault: OpenVault) {
        vault.tree = tree.verified
        vault.tree?.fileVersion = vault.database.fileVersion
        do throws(KeychainError) {
            try vault.floor.write(tree.root.sequence)
        } catch {
            // The change itself is durable; without this file only a later loss of the log would
            // go unnoticed. That is worth a warning and no failure.
            warn("the vault's sequence file could not be written (\(error.message))")
        }
    }

    /// The same in a transaction that writes: it has begun to read, so SQLite knows of all changes.
    private func treeForChange(_ vault: OpenVault) throws(KeychainError) -> Tree {
        guard let known = vault.tree, let version = known.fileVersion,
            version == vault.database.fileVersion
        else { return try verifiedTree(vault) }
        return Tree(vault: vault, keys: try indexKeys(vault), verified: known)
    }

    /// The tree of the state that the running transaction sees.
    func verifiedTree(_ vault: OpenVault) throws(KeychainError) -> Tree {
        let stamp = try vault.database.rootStamp()
        let version = vault.database.fileVersion
        if var known = vault.tree, known.stamp == stamp {
            known.fileVersion = version
            return Tree(vault: vault, keys: try indexKeys(vault), verified: known)
        }
        let (root, mac) = try vault.database.root()
        if root.keybagSerial != vault.keybag.serial { try vault.refreshKeybag() }
        let keys = try indexKeys(vault)
        guard root.mac(keys) == mac, root.keybagDigest == vault.keybag.digest,
            root.keybagSerial == vault.keybag.serial
        else { throw Tree.damaged }
        try vault.check(root)
        let verified = VerifiedTree(stamp: stamp, root: root, fileVersion: version)
        return Tree(vault: vault, keys: keys, verified: verified)
    }

    /// The keys of look-up and integrity.
    ///
    /// - Throws: `INTERACTION_NOT_ALLOWED` before the first unlock.
    func indexKeys(_ vault: OpenVault) throws(KeychainError) -> IndexKeys {
        let slot = try currentSlot(.metadata, vault)
        let key = try requireKey(slot, vault)
        if let index = vault.index, index.slot == slot, index.metadataKey == key { return index }
        let index = try IndexKeys(
            metadataKey: key, slot: slot, vaultID: vault.keybag.vaultID)
        vault.index = index
        return index
    }
}
#endif
