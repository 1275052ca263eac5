#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    /// Reads the whole vault and compares every part of it with the tree: rows, names, values.
    ///
    /// Values of classes that are locked are checked by their digests, the others are opened too.
    ///
    /// - Returns: how many items there are, how many values were opened, and how many items are
    ///   tombstones, whose values are lost.
    /// - Throws: `DATA_CORRUPTED` at the first thing that is not as it was written,
    ///   `INTERACTION_NOT_ALLOWED` before the first unlock.
    func checkAll() throws(KeychainError) -> (items: Int, opened: Int, lost: Int) {
        guard let vault = try vault() else { return (0, 0, 0) }
        // What was read earlier says nothing of what is in the file now.
        vault.treeCache.removeAll()
        return try reading(vault) { (tree) throws(KeychainError) in
            var ids: [[UInt8]] = []
            try forEachRow(&tree) { (row, _, _) throws(KeychainError) in ids.append(row.id) }
            var (opened, lost) = (0, 0)
            for id in ids {
                switch try check(id, &tree) {
                case .opened: opened += 1
                case .lost: lost += 1
                case .closed: break
                }
            }
            var nodeCount = 0
            for range in 0..<BucketPlace.rangeCount where try tree.isSplit(range) { nodeCount += 1 }
            try vault.database.checkPages(nodeCount)
            return (ids.count, opened, lost)
        }
    }

    /// What became of an item that is as it was written.
    private enum CheckedItem {
        /// Its value was opened.
        case opened
        /// Its value is out of reach now.
        case closed
        /// It is a tombstone: its value is gone.
        case lost
    }

    private func check(_ id: [UInt8], _ tree: inout Tree) throws(KeychainError) -> CheckedItem {
        guard let row = try tree.item(id, withValue: true) else { throw Tree.damaged }
        let metadata = try checkedMetadata(of: row, tree)
        guard tree.keys.id(of: metadata.key) == id, SHA256.hash(row.value) == row.valueDigest else {
            throw Tree.damaged
        }
        if row.isTombstone { return .lost }
        guard row.gateGeneration == 0, try keyInReach(row.slot, tree.vault) != nil else {
            return .closed
        }
        _ = try value(of: row, metadata, tree, .ofVaultItself)
        return .opened
    }
}
#endif
