#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func headers(of account: AccountID) throws(StorageError) -> [[UInt8]] {
        try headers("SELECT bytes FROM headers WHERE account = ? LIMIT 64", [.name(account)])
    }

    func headers(under locator: [UInt8]) throws(StorageError) -> [[UInt8]] {
        try headers("SELECT bytes FROM headers WHERE locator = ? LIMIT 64", [.blob(locator)])
    }

    private func headers(
        _ sql: StaticString, _ bindings: [Statement.Binding]
    ) throws(StorageError) -> [[UInt8]] {
        var headers: [[UInt8]] = []
        try each(sql, bindings) { row in
            headers.append(row.blob(0))
            return true
        }
        return headers
    }

    func locatorKey(
        of reader: DeviceID, in account: AccountID
    ) throws(StorageError) -> [UInt8]? {
        try first(
            "SELECT locator_key FROM headers WHERE account = ? AND reader = ?",
            [.name(account), .name(reader)]
        ) { $0.blob(0) }
    }

    func keepHeader(
        _ header: StoredHeader, in account: AccountID
    ) throws(StorageError) -> Int64 {
        let gone = try removeHeader(header.locator, of: header.lineage, in: account)
        try run(
            """
            INSERT INTO headers (account, locator, lineage, reader, locator_key, bytes)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .name(account), .blob(header.locator), .blob(header.lineage.bytes),
                .name(header.reader), .blob(header.locatorKey), .blob(header.bytes),
            ])
        return Int64(header.bytes.count) - gone
    }

    func removeHeader(
        _ locator: [UInt8], of lineage: SlotID, in account: AccountID
    ) throws(StorageError) -> Int64 {
        try first(
            """
            DELETE FROM headers WHERE account = ? AND locator = ? AND lineage = ?
            RETURNING length(bytes)
            """, [.name(account), .blob(locator), .blob(lineage.bytes)]
        ) { $0.int64(0) } ?? 0
    }

    func removeLineage(
        _ lineage: SlotID, in account: AccountID, atMost count: Int
    ) throws(StorageError) -> (bytes: Int64, chunks: Int) {
        let name: [Statement.Binding] = [.name(account), .blob(lineage.bytes)]
        var gone: (bytes: Int64, chunks: Int) = (0, 0)
        try each(
            "DELETE FROM manifests WHERE account = ? AND lineage = ? RETURNING length(bytes)", name
        ) { row in
            gone.bytes += row.int64(0)
            return true
        }
        try each(
            """
            DELETE FROM chunks WHERE account = ?1 AND lineage = ?2 AND chunk IN
                (SELECT chunk FROM chunks WHERE account = ?1 AND lineage = ?2 LIMIT ?3)
            RETURNING length(bytes)
            """, name + [.int64(Int64(count))]
        ) { row in
            gone.bytes += row.int64(0)
            gone.chunks += 1
            return true
        }
        return gone
    }
}
#endif
