#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func chunkHash(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try run(
            isWriter
                ? """
                SELECT hash FROM chunks WHERE account = $1 AND lineage = $2 AND chunk = $3
                FOR KEY SHARE
                """
                : "SELECT hash FROM chunks WHERE account = $1 AND lineage = $2 AND chunk = $3",
            [.name(account), .bytes(lineage.bytes), .bytes(id)]
        ).first?.bytes(0)
    }

    func keepChunk(_ chunk: StoredChunk, in account: AccountID) throws(StorageError) {
        try run(
            """
            INSERT INTO chunks (account, lineage, chunk, hash, bytes) VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .name(account), .bytes(chunk.lineage.bytes), .bytes(chunk.id), .bytes(chunk.hash),
                .bytes(chunk.bytes),
            ])
    }

    func chunk(
        _ id: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try run(
            "SELECT bytes FROM chunks WHERE account = $1 AND lineage = $2 AND chunk = $3",
            [.name(account), .bytes(lineage.bytes), .bytes(id)]
        ).first?.bytes(0)
    }

    func removeChunks(
        _ ids: [[UInt8]], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        // The account first, as where one is kept, so that the two never wait for each other.
        _ = try storedByteCount(of: account)
        return try run(
            """
            DELETE FROM chunks WHERE account = $1 AND lineage = $2 AND chunk = ANY ($3)
            RETURNING length(bytes)::bigint
            """, [.name(account), .bytes(lineage.bytes), .byteArrays(ids)]
        ).all.reduce(0) { $0 + $1.int64(0) }
    }

    func manifests(
        of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> [StoredManifest] {
        try run(
            isWriter
                ? """
                SELECT generation, bytes FROM manifests WHERE account = $1 AND lineage = $2
                ORDER BY generation DESC LIMIT 2 FOR UPDATE
                """
                : """
                SELECT generation, bytes FROM manifests WHERE account = $1 AND lineage = $2
                ORDER BY generation DESC LIMIT 2
                """, [.name(account), .bytes(lineage.bytes)]
        ).all.map { StoredManifest(generation: UInt64($0.int64(0)), bytes: $0.bytes(1)) }
    }

    func keepManifest(
        _ manifest: StoredManifest, of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        let name: [PostgreSQLValue] = [.name(account), .bytes(lineage.bytes)]
        try run(
            """
            INSERT INTO manifests (account, lineage, generation, bytes) VALUES ($1, $2, $3, $4)
            """, name + [.int64(Int64(manifest.generation)), .bytes(manifest.bytes)])
        let gone = try run(
            """
            DELETE FROM manifests WHERE account = $1 AND lineage = $2 AND generation NOT IN
                (SELECT generation FROM manifests WHERE account = $1 AND lineage = $2
                    ORDER BY generation DESC LIMIT 2)
            RETURNING length(bytes)::bigint
            """, name
        ).all.reduce(0) { $0 + $1.int64(0) }
        return Int64(manifest.bytes.count) - gone
    }
}
#endif
