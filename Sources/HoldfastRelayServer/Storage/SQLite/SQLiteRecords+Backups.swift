#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func chunkHash(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try first(
            "SELECT hash FROM chunks WHERE account = ? AND lineage = ? AND chunk = ?",
            [.name(account), .blob(lineage.bytes), .blob(id)]
        ) { $0.blob(0) }
    }

    func keepChunk(_ chunk: StoredChunk, in account: AccountID) throws(StorageError) {
        try run(
            "INSERT INTO chunks (account, lineage, chunk, hash, bytes) VALUES (?, ?, ?, ?, ?)",
            [
                .name(account), .blob(chunk.lineage.bytes), .blob(chunk.id), .blob(chunk.hash),
                .blob(chunk.bytes),
            ])
    }

    func chunk(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try first(
            "SELECT bytes FROM chunks WHERE account = ? AND lineage = ? AND chunk = ?",
            [.name(account), .blob(lineage.bytes), .blob(id)]
        ) { $0.blob(0) }
    }

    func removeChunks(
        _ ids: [[UInt8]], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        var total: Int64 = 0
        for id in ids {
            total +=
                try first(
                    """
                    DELETE FROM chunks WHERE account = ? AND lineage = ? AND chunk = ?
                    RETURNING length(bytes)
                    """, [.name(account), .blob(lineage.bytes), .blob(id)]
                ) { $0.int64(0) } ?? 0
        }
        return total
    }

    func manifests(
        of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [StoredManifest] {
        var manifests: [StoredManifest] = []
        try each(
            """
            SELECT generation, bytes FROM manifests
            WHERE account = ? AND lineage = ? ORDER BY generation DESC LIMIT 2
            """, [.name(account), .blob(lineage.bytes)]
        ) { row in
            manifests.append(
                StoredManifest(generation: UInt64(row.int64(0)), bytes: row.blob(1)))
            return true
        }
        return manifests
    }

    func keepManifest(
        _ manifest: StoredManifest, of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        let name: [Statement.Binding] = [.name(account), .blob(lineage.bytes)]
        try run(
            "INSERT INTO manifests (account, lineage, generation, bytes) VALUES (?, ?, ?, ?)",
            name + [.int64(Int64(manifest.generation)), .blob(manifest.bytes)])
        var balance = Int64(manifest.bytes.count)
        try each(
            """
            DELETE FROM manifests WHERE account = ?1 AND lineage = ?2 AND generation NOT IN
                (SELECT generation FROM manifests WHERE account = ?1 AND lineage = ?2
                    ORDER BY generation DESC LIMIT 2)
            RETURNING length(bytes)
            """, name
        ) { row in
            balance -= row.int64(0)
            return true
        }
        return balance
    }
}
#endif
