#if os(Linux)
import HoldfastCore
import HoldfastCrypto

extension VaultCore {
    func list(service: String?) throws(KeychainError) -> [ItemAttributes] {
        if let service { try ItemKey.check(service, as: "service") }
        guard let vault = try settledVault() else { return [] }
        let found = try reading(vault) { (tree) throws(KeychainError) in
            if let service { return try attributes(ofService: service, &tree) }
            var all: [ItemAttributes] = []
            try forEachRow(&tree) { (row, _, tree) throws(KeychainError) in
                all.append(try checkedMetadata(of: row, tree).attributes(version: row.version))
            }
            return all
        }
        return found.sorted { $0.key < $1.key }
    }

    private func attributes(
        ofService service: String, _ tree: inout Tree
    ) throws(KeychainError) -> [ItemAttributes] {
        let wanted = tree.keys.tag(ofService: service)
        var ids: [[UInt8]] = []
        try forEachBucket(&tree) { (bucket) throws(KeychainError) in
            bucket.forEach { id, tag, _ in
                if tag.elementsEqual(wanted) { ids.append(Array(id)) }
            }
        }
        var found: [ItemAttributes] = []
        for id in ids {
            guard let row = try tree.item(id, withValue: false) else { throw Tree.damaged }
            let metadata = try checkedMetadata(of: row, tree)
            guard metadata.key.service.utf8.elementsEqual(service.utf8) else { throw Tree.damaged }
            found.append(metadata.attributes(version: row.version))
        }
        return found
    }

    /// Goes through all buckets that hold anything, each verified.
    func forEachBucket(
        _ tree: inout Tree, _ body: (Bucket) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        for range in 0..<BucketPlace.rangeCount {
            for bucket in try tree.buckets(ofRange: range) { try body(bucket) }
        }
    }

    /// Goes through all rows in the order of their ids, each checked against its entry.
    ///
    /// Rows and entries are walked side by side, so that a missing row, a foreign one and a changed
    /// one are all noticed.
    func forEachRow(
        _ tree: inout Tree,
        _ body: (ItemRow, _ tag: [UInt8], Tree) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var entries = EntryCursor()
        try tree.vault.database.forEachItem { (row) throws(KeychainError) in
            guard let entry = try entries.next(tree), entry.id == row.id,
                row.digest.elementsEqual(entry.digest)
            else { throw Tree.damaged }
            try body(row, Array(entry.tag), tree)
        }
        guard try entries.next(tree) == nil else { throw Tree.damaged }
    }
}

/// Walks the entries of all buckets in the order of their ids.
private struct EntryCursor {
    private var nextRange = 0
    private var entries: [(id: [UInt8], tag: ArraySlice<UInt8>, digest: ArraySlice<UInt8>)] = []
    private var position = 0

    mutating func next(
        _ tree: Tree
    ) throws(KeychainError) -> (
        id: [UInt8], tag: ArraySlice<UInt8>, digest: ArraySlice<UInt8>
    )? {
        while position == entries.count {
            guard nextRange < BucketPlace.rangeCount else { return nil }
            let buckets = try tree.buckets(ofRange: nextRange)
            nextRange += 1
            position = 0
            entries.removeAll(keepingCapacity: true)
            for bucket in buckets {
                bucket.forEach { id, tag, digest in entries.append((Array(id), tag, digest)) }
            }
        }
        defer { position += 1 }
        return entries[position]
    }
}
#endif
