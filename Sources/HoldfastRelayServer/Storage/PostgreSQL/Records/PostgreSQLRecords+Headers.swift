#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func headers(of account: AccountID) throws(StorageError) -> [[UInt8]] {
        try run(
            "SELECT bytes FROM headers WHERE account = $1 LIMIT 64", [.name(account)]
        ).all.map { $0.bytes(0) }
    }

    func headers(under locator: [UInt8]) throws(StorageError) -> [[UInt8]] {
        try run(
            "SELECT bytes FROM headers WHERE locator = $1 LIMIT 64", [.bytes(locator)]
        ).all.map { $0.bytes(0) }
    }

    func locatorKey(
        of reader: DeviceID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try run(
            "SELECT locator_key FROM headers WHERE account = $1 AND reader = $2 LIMIT 1",
            [.name(account), .name(reader)]
        ).first?.bytes(0)
    }

    func keepHeader(
        _ header: StoredHeader, in account: AccountID
    ) throws(StorageError) -> Int64 {
        let gone = try removeHeader(header.locator, of: header.lineage, in: account)
        try run(
            """
            INSERT INTO headers (account, locator, lineage, reader, locator_key, bytes)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .name(account), .bytes(header.locator), .bytes(header.lineage.bytes),
                .name(header.reader), .bytes(header.locatorKey), .bytes(header.bytes),
            ])
        return Int64(header.bytes.count) - gone
    }

    func removeHeader(
        _ locator: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        // The account first, as wherever bytes are counted, so that two never wait for each other.
        _ = try storedByteCount(of: account)
        return try run(
            """
            DELETE FROM headers WHERE account = $1 AND locator = $2 AND lineage = $3
            RETURNING length(bytes)::bigint
            """, [.name(account), .bytes(locator), .bytes(lineage.bytes)]
        ).all.reduce(0) { $0 + $1.int64(0) }
    }

    func removeLineage(
        _ lineage: SlotID, in account: AccountID, atMost count: Int
    ) throws(StorageError) -> (bytes: Int64, chunks: Int) {
        _ = try storedByteCount(of: account)
        let name: [PostgreSQLValue] = [.name(account), .bytes(lineage.bytes)]
        let manifests = try run(
            """
            DELETE FROM manifests WHERE account = $1 AND lineage = $2
            RETURNING length(bytes)::bigint
            """, name
        ).all.reduce(0) { $0 + $1.int64(0) }
        let chunks = try run(
            """
            DELETE FROM chunks WHERE account = $1 AND lineage = $2 AND chunk IN
                (SELECT chunk FROM chunks WHERE account = $1 AND lineage = $2 LIMIT $3)
            RETURNING length(bytes)::bigint
            """, name + [.int64(Int64(count))]
        ).all.map { $0.int64(0) }
        return (manifests + chunks.reduce(0, +), chunks.count)
    }
}
#endif
