#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func keep(
        _ prekey: StoredPrekey, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> PrekeyUploadResult.Outcome {
        // Two uploads of one device come one after the other, so that none passes the limit.
        try own(device, account)
        let name: [PostgreSQLValue] = [
            .name(account), .name(device), .int64(prekey.isOneTime ? 1 : 0), .name(prekey.id),
        ]
        let inserted = try run(
            """
            INSERT INTO prekeys (account, device, one_time, id, not_after, bytes)
            SELECT $1::bytea, $2::bytea, $3::bigint, $4::bytea, $5::bigint, $6::bytea
            WHERE (SELECT count(*) FROM prekeys WHERE account = $1 AND device = $2) < $7::bigint
            ON CONFLICT DO NOTHING
            """,
            name + [
                .int64(prekey.notAfter), .bytes(prekey.bytes), .int64(RelayLimits.prekeyCount),
            ]
        ).touchedCount
        if inserted == 1 { return .stored }
        let known = try run(
            """
            SELECT bytes, claim FROM prekeys
            WHERE account = $1 AND device = $2 AND one_time = $3 AND id = $4
            """, name
        ).first
        guard let known else { return .full }
        if !known.isNull(1) { return .used }
        return known.bytes(0) == prekey.bytes ? .known : .conflict
    }

    func drop(
        isOneTime: Bool, beside kept: Set<PrekeyID>, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        try own(device, account)
        try run(
            """
            DELETE FROM prekeys WHERE account = $1 AND device = $2 AND one_time = $3
                AND claim IS NULL AND id <> ALL ($4)
            """,
            [
                .name(account), .name(device), .int64(isOneTime ? 1 : 0),
                .byteArrays(kept.map(\.bytes)),
            ])
    }

    func claim(
        _ claim: ClaimName, from device: DeviceID, of account: AccountID, at time: Int64
    ) throws(StorageError) -> [UInt8]? {
        let target: [PostgreSQLValue] = [.name(account), .name(device)]
        if claim.grade == .oneTime {
            let again = try run(
                "SELECT bytes FROM prekeys WHERE account = $1 AND device = $2 AND claim = $3",
                target + [.bytes(claim.bytes)]
            ).first
            if let again { return again.bytes(0) }
            // Whoever claims at the same time takes another key, and waits for nobody.
            let taken = try run(
                """
                UPDATE prekeys SET claim = $3
                WHERE account = $1 AND device = $2 AND one_time = 1
                    AND id = (SELECT id FROM prekeys WHERE account = $1 AND device = $2
                        AND one_time = 1 AND claim IS NULL AND not_after > $4
                        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING bytes
                """, target + [.bytes(claim.bytes), .int64(time)]
            ).first
            if let taken { return taken.bytes(0) }
        }
        return try run(
            """
            SELECT bytes FROM prekeys
            WHERE account = $1 AND device = $2 AND one_time = 0 AND not_after > $3
            ORDER BY not_after DESC LIMIT 1
            """, target + [.int64(time)]
        ).first?.bytes(0)
    }

    func prekeyStock(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> PrekeyStock {
        let name: [PostgreSQLValue] = [.name(account), .name(device), .int64(time)]
        let oneTime = try run(
            """
            SELECT id FROM prekeys WHERE account = $1 AND device = $2 AND one_time = 1
                AND claim IS NULL AND not_after > $3
            """, name
        ).all.compactMap { PrekeyID($0.bytes(0)) }
        let signed = try run(
            """
            SELECT id FROM prekeys
            WHERE account = $1 AND device = $2 AND one_time = 0 AND not_after > $3
            ORDER BY not_after DESC LIMIT 1
            """, name
        ).first.flatMap { PrekeyID($0.bytes(0)) }
        return PrekeyStock(oneTime: Set(oneTime), signed: signed)
    }

    func oneTimePrekeyCount(
        of device: DeviceID, in account: AccountID, at time: Int64
    ) throws(StorageError) -> Int {
        try run(
            """
            SELECT count(*) FROM prekeys WHERE account = $1 AND device = $2 AND one_time = 1
                AND claim IS NULL AND not_after > $3
            """, [.name(account), .name(device), .int64(time)]
        ).first.map { Int($0.int64(0)) } ?? 0
    }

    func forgetPrekeys(before time: Int64) throws(StorageError) {
        try run(
            """
            DELETE FROM prekeys WHERE (account, device, one_time, id) IN
                (SELECT account, device, one_time, id FROM prekeys WHERE not_after < $1
                    FOR UPDATE SKIP LOCKED)
            """, [.int64(time)])
    }
}
#endif
