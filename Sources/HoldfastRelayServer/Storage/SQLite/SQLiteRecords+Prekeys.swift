#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func keep(
        _ prekey: StoredPrekey, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> KeepResult {
        let name: [Statement.Binding] = [
            .name(account), .name(device), .int64(prekey.isOneTime ? 1 : 0), .blob(prekey.id),
        ]
        let known = try first(
            """
            SELECT bytes FROM prekeys
            WHERE account = ? AND device = ? AND one_time = ? AND id = ?
            """, name) { $0.blob(0) }
        if let known { return known == prekey.bytes ? .known : .conflict }
        try run(
            """
            INSERT INTO prekeys (account, device, one_time, id, not_after, bytes)
            VALUES (?, ?, ?, ?, ?, ?)
            """, name + [.int64(prekey.notAfter), .blob(prekey.bytes)])
        return .kept
    }

    func claim(
        _ claim: [UInt8], from device: DeviceID, of account: AccountID, at time: Int64
    ) throws(StorageError) -> StoredPrekey? {
        let target: [Statement.Binding] = [.name(account), .name(device)]
        let columns = "id, one_time, not_after, bytes"
        let again = try first(
            """
            SELECT \(columns) FROM prekeys
            WHERE account = ? AND device = ? AND claim = ?
            """, target + [.blob(claim)], Self.prekey)
        if let again { return again }
        // One statement finds the key and takes it; nobody else can come between.
        let taken = try first(
            """
            UPDATE prekeys SET claim = ?3 WHERE account = ?1 AND device = ?2 AND one_time = 1
                AND id = (SELECT id FROM prekeys WHERE account = ?1 AND device = ?2
                    AND one_time = 1 AND claim IS NULL AND not_after > ?4
                    ORDER BY id LIMIT 1)
            RETURNING \(columns)
            """, target + [.blob(claim), .int64(time)], Self.prekey)
        if let taken { return taken }
        return try first(
            """
            SELECT \(columns) FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 0 AND not_after > ?
            ORDER BY not_after DESC LIMIT 1
            """, target + [.int64(time)], Self.prekey)
    }

    func oneTimePrekeyCount(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> Int {
        try first(
            """
            SELECT count(*) FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 1 AND claim IS NULL AND not_after > ?
            """, [.name(account), .name(device), .int64(time)]) { Int($0.int64(0)) } ?? 0
    }

    func forgetPrekeys(before time: Int64) throws(StorageError) {
        try run("DELETE FROM prekeys WHERE not_after < ?", [.int64(time)])
    }

    private static func prekey(_ row: Statement) -> StoredPrekey {
        StoredPrekey(
            id: row.blob(0), isOneTime: row.int64(1) == 1, notAfter: row.int64(2),
            bytes: row.blob(3))
    }
}
#endif
