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
    /// The bucket that was verified or stored last: a change reads it first and writes it then.
    private var lastBucket: Bucket?

    init(vault: OpenVault, keys: IndexKeys, verified: VerifiedTree) {
        self.vault = vault
        self.keys = keys
        self.verified = verified
    }

    var root: TreeRoot { verified.root }
    var seal: ItemSeal { ItemSeal(keys: keys) }

    // MARK: Reading

    /// An item's row, or `nil` if the tree vouches that there is none.
    mutating func item(
        _ id: [UInt8], withValue: Bool
    ) throws(KeychainError) -> ItemRow? {
        let bucket = try bucket(Bucket.index(of: id))
        let digest = bucket.digest(of: id)
        let row = try vault.database.item(id, withValue: withValue)
        switch (digest, row) {
        case (nil, nil): return nil
        case (let digest?, let row?) where row.digest.elementsEqual(digest): return row
        default: throw Self.damaged
        }
    }

    /// A verified bucket; one that nothing was ever in is empty.
    mutating func bucket(_ index: Int) throws(KeychainError) -> Bucket {
        if let lastBucket, lastBucket.index == index { return lastBucket }
        let node = try node(index / TreeRoot.bucketsPerNode)
        let mac = node[macRange(index % TreeRoot.bucketsPerNode)]
        guard !mac.elementsEqual(TreeRoot.zeroMAC) else {
            return try Self.bucket(index, [])
        }
        let bucket = try Self.bucket(index, try vault.database.bucket(index))
        guard bucket.entryCount > 0, TreeRoot.bucketMAC(keys, bucket).elementsEqual(mac) else {
            throw Self.damaged
        }
        lastBucket = bucket
        return bucket
    }

    /// The MACs of a verified node's buckets.
    mutating func node(_ index: Int) throws(KeychainError) -> [UInt8] {
        if let node = verified.nodes[index] { return node }
        let mac = verified.root.nodes[macRange(index)]
        let node: [UInt8]
        if mac.elementsEqual(TreeRoot.zeroMAC) {
            node = [UInt8](repeating: 0, count: TreeRoot.bucketsByteCount)
        } else {
            node = try vault.database.node(index)
            guard TreeRoot.nodeMAC(keys, index, node).elementsEqual(mac) else { throw Self.damaged }
        }
        verified.nodes[index] = node
        return node
    }

    // MARK: Changing

    /// Stores a row and its entry.
    mutating func put(_ row: ItemRow, tag: [UInt8]) throws(KeychainError) {
        try vault.database.put(row)
        var bucket = try bucket(Bucket.index(of: row.id))
        bucket.put(row.id, tag: tag, digest: row.digest)
        try store(bucket)
    }

    /// Removes a row and its entry.
    mutating func remove(_ id: [UInt8]) throws(KeychainError) {
        try vault.database.removeItem(id)
        var bucket = try bucket(Bucket.index(of: id))
        bucket.remove(id)
        try store(bucket)
    }

    /// Stores a whole bucket, and what the levels above say of it.
    mutating func store(_ bucket: Bucket) throws(KeychainError) {
        let nodeIndex = bucket.index / TreeRoot.bucketsPerNode
        var node = try node(nodeIndex)
        if bucket.entryCount == 0 {
            try vault.database.removeBucket(bucket.index)
        } else {
            try vault.database.putBucket(bucket.index, bucket.bytes)
        }
        node.replaceSubrange(
            macRange(bucket.index % TreeRoot.bucketsPerNode),
            with: TreeRoot.bucketMAC(keys, bucket))
        verified.nodes[nodeIndex] = node
        var nodeMAC = TreeRoot.zeroMAC
        if node.allSatisfy({ $0 == 0 }) {
            try vault.database.removeNode(nodeIndex)
        } else {
            try vault.database.putNode(nodeIndex, node)
            nodeMAC = TreeRoot.nodeMAC(keys, nodeIndex, node)
        }
        verified.root.nodes.replaceSubrange(macRange(nodeIndex), with: nodeMAC)
        lastBucket = bucket
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

    private static func bucket(_ index: Int, _ bytes: [UInt8]) throws(KeychainError) -> Bucket {
        guard let bucket = Bucket(index: index, bytes: bytes) else { throw damaged }
        return bucket
    }
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
        let (result, tree) = try vault.change { () throws(KeychainError) in
            var tree = try verifiedTree(vault)
            let result = try body(&tree)
            try tree.storeRoot()
            return (result, tree)
        }
        committed(tree, vault)
        return result
    }

    /// Takes over a tree that is durable now.
    func committed(_ tree: Tree, _ vault: OpenVault) {
        vault.tree = tree.verified
        do throws(KeychainError) {
            try vault.floor.write(tree.root.sequence)
        } catch {
            // The change itself is durable; without this file only a later loss of the log would
            // go unnoticed. That is worth a warning and no failure.
            warn("the vault's sequence file could not be written (\(error.message))")
        }
    }

    /// The tree of the state that the running transaction sees.
    func verifiedTree(_ vault: OpenVault) throws(KeychainError) -> Tree {
        let stamp = try vault.database.rootStamp()
        if let known = vault.tree, known.stamp == stamp {
            return Tree(vault: vault, keys: try indexKeys(vault), verified: known)
        }
        let (root, mac) = try vault.database.root()
        if root.keybagSerial != vault.keybag.serial { try vault.refreshKeybag() }
        let keys = try indexKeys(vault)
        guard root.mac(keys) == mac, root.keybagDigest == vault.keybag.digest,
            root.keybagSerial == vault.keybag.serial
        else { throw Tree.damaged }
        try vault.check(root)
        // Nodes whose MAC is the same in both roots are still vouched for.
        let nodes = (vault.tree?.nodes ?? [:]).filter { index, _ in
            vault.tree.map { $0.root.nodes[macRange(index)] == root.nodes[macRange(index)] }
                ?? false
        }
        let verified = VerifiedTree(stamp: stamp, root: root, nodes: nodes)
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
