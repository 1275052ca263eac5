#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func keep(
        _ prekey: StoredPrekey, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> PrekeyUploadResult.Outcome {
        let name: [Statement.Binding] = [
            .name(account), .name(device), .int64(prekey.isOneTime ? 1 : 0), .name(prekey.id),
        ]
        let known = try first(
            """
            SELECT bytes, claim FROM prekeys
            WHERE account = ? AND device = ? AND one_time = ? AND id = ?
            """, name
        ) { row in (bytes: row.blob(0), isClaimed: !row.isNull(1)) }
        if let known {
            if known.isClaimed { return .used }
            return known.bytes == prekey.bytes ? .known : .conflict
        }
        guard try count(device, account) < RelayLimits.prekeyCount else { return .full }
        try run(
            """
            INSERT INTO prekeys (account, device, one_time, id, not_after, bytes)
            VALUES (?, ?, ?, ?, ?, ?)
            """, name + [.int64(prekey.notAfter), .blob(prekey.bytes)])
        return .stored
    }

    func drop(
        isOneTime: Bool, beside kept: Set<PrekeyID>, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        let kind: [Statement.Binding] = [
            .name(account), .name(device), .int64(isOneTime ? 1 : 0),
        ]
        var others: [PrekeyID] = []
        try each(
            """
            SELECT id FROM prekeys
            WHERE account = ? AND device = ? AND one_time = ? AND claim IS NULL
            """, kind
        ) { row in
            if let id = PrekeyID(row.blob(0)), !kept.contains(id) { others.append(id) }
            return true
        }
        for id in others {
            try run(
                "DELETE FROM prekeys WHERE account = ? AND device = ? AND one_time = ? AND id = ?",
                kind + [.name(id)])
        }
    }

    private func count(
        _ device: DeviceID, _ account: AccountID
    ) throws(StorageError) -> Int64 {
        try first(
            "SELECT count(*) FROM prekeys WHERE account = ? AND device = ?",
            [.name(account), .name(device)]
        ) { $0.int64(0) } ?? 0
    }

    func claim(
        _ claim: ClaimName, from device: DeviceID, of account: AccountID, at time: Int64
    ) throws(StorageError) -> [UInt8]? {
        let target: [Statement.Binding] = [.name(account), .name(device)]
        if claim.grade == .oneTime {
            let again = try first(
                "SELECT bytes FROM prekeys WHERE account = ? AND device = ? AND claim = ?",
                target + [.blob(claim.bytes)]
            ) { $0.blob(0) }
            if let again { return again }
            // One statement finds the key and takes it; nobody else can come between.
            let taken = try first(
                """
                UPDATE prekeys SET claim = ?3
                WHERE account = ?1 AND device = ?2 AND one_time = 1
                    AND id = (SELECT id FROM prekeys WHERE account = ?1 AND device = ?2
                        AND one_time = 1 AND claim IS NULL AND not_after > ?4
                        ORDER BY id LIMIT 1)
                RETURNING bytes
                """, target + [.blob(claim.bytes), .int64(time)]
            ) { $0.blob(0) }
            if let taken { return taken }
        }
        return try first(
            """
            SELECT bytes FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 0 AND not_after > ?
            ORDER BY not_after DESC LIMIT 1
            """, target + [.int64(time)]
        ) { $0.blob(0) }
    }

    func prekeyStock(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> PrekeyStock {
        var oneTime: Set<PrekeyID> = []
        try each(
            """
            SELECT id FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 1 AND claim IS NULL AND not_after > ?
            """, [.name(account), .name(device), .int64(time)]
        ) { row in
            if let id = PrekeyID(row.blob(0)) { oneTime.insert(id) }
            return true
        }
        let signed = try first(
            """
            SELECT id FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 0 AND not_after > ?
            ORDER BY not_after DESC LIMIT 1
            """, [.name(account), .name(device), .int64(time)]
        ) { PrekeyID($0.blob(0)) }
        return PrekeyStock(oneTime: oneTime, signed: signed.flatMap { $0 })
    }

    func oneTimePrekeyCount(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> Int {
        try first(
            """
            SELECT count(*) FROM prekeys
            WHERE account = ? AND device = ? AND one_time = 1 AND claim IS NULL AND not_after > ?
            """, [.name(account), .name(device), .int64(time)]
        ) { Int($0.int64(0)) } ?? 0
    }

    func forgetPrekeys(before time: Int64) throws(StorageError) {
        try run("DELETE FROM prekeys WHERE not_after < ?", [.int64(time)])
    }
}
#endif
