#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    /// Reads the whole vault and compares every part of it with the tree: rows, names, values.
    ///
    /// Values of classes that are locked are checked by their digests, the others are opened too.
    ///
    /// - Returns: how many items there are and how many values were opened.
    /// - Throws: `DATA_CORRUPTED` at the first thing that is not as it was written,
    ///   `INTERACTION_NOT_ALLOWED` before the first unlock.
    func checkAll() throws(KeychainError) -> (items: Int, opened: Int) {
        guard let vault = try vault() else { return (0, 0) }
        // What was read earlier says nothing of what is in the file now.
        vault.treeCache.removeAll()
        return try reading(vault) { (tree) throws(KeychainError) in
            var ids: [[UInt8]] = []
            try forEachRow(&tree) { (row, _, _) throws(KeychainError) in ids.append(row.id) }
            var opened = 0
            for id in ids where try isOpened(id, &tree) { opened += 1 }
            var nodeCount = 0
            for range in 0..<BucketPlace.rangeCount where try tree.isSplit(range) { nodeCount += 1 }
            try vault.database.checkPages(nodeCount)
            return (ids.count, opened)
        }
    }

    private func isOpened(_ id: [UInt8], _ tree: inout Tree) throws(KeychainError) -> Bool {
        guard let row = try tree.item(id, withValue: true) else { throw Tree.damaged }
        let metadata = try checkedMetadata(of: row, tree)
        guard tree.keys.id(of: metadata.key) == id, SHA256.hash(row.value) == row.valueDigest else {
            throw Tree.damaged
        }
        if row.isTombstone || row.gateGeneration != 0 { return false }
        guard try keyInReach(row.slot, tree.vault) != nil else { return false }
        _ = try value(of: row, metadata, tree, .ofVaultItself)
        return true
    }
}
#endif
