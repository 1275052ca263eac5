#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func sent(
        _ message: MessageName, digest: [UInt8]
    ) throws(StorageError) -> (isSame: Bool, full: [DeviceID])? {
        let row = try run(
            isWriter
                ? """
                SELECT digest, full_devices FROM sent
                WHERE account = $1 AND device = $2 AND message = $3 AND attempt = $4
                FOR KEY SHARE
                """
                : """
                SELECT digest, full_devices FROM sent
                WHERE account = $1 AND device = $2 AND message = $3 AND attempt = $4
                """, Self.name(message)
        ).first
        guard let row else { return nil }
        return (row.bytes(0) == digest, DeviceID.list(row.bytes(1)))
    }

    func noteSent(
        _ message: MessageName, digest: [UInt8], full: [DeviceID], at time: Int64
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO sent (account, device, message, attempt, digest, full_devices, received)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            Self.name(message) + [
                .bytes(digest), .bytes(full.flatMap(\.bytes)), .int64(time),
            ])
    }

    private static func name(_ message: MessageName) -> [PostgreSQLValue] {
        [
            .name(message.account), .name(message.device), .bytes(message.id.bytes),
            .int64(Int64(message.attempt)),
        ]
    }

    // Kept once for each account, as accounts can lie on different machines.
    func deliver(_ message: OutgoingMessage) throws(StorageError) -> [DeviceID] {
        var full: [DeviceID] = []
        for group in message.groups { full += try deliver(message, to: group) }
        return full
    }

    private func deliver(
        _ message: OutgoingMessage, to group: OutgoingMessage.Group
    ) throws(StorageError) -> [DeviceID] {
        let (account, devices) = (group.account, group.parts.map(\.device))
        // In the order of their names, as everywhere, so that two messages never block each other.
        try run(
            """
            SELECT 1::bigint FROM devices WHERE account = $1 AND device = ANY ($2)
            ORDER BY device FOR NO KEY UPDATE
            """, [.name(account), .byteArrays(devices.map(\.bytes))])
        let delivered = try run(
            """
            WITH kept AS (
                INSERT INTO shared (account, bytes, reference_count)
                SELECT $1::bytea, $2::bytea, count(*) FROM devices AS d
                    JOIN unnest($3::bytea[], $4::bytea[]) AS p (device, part)
                        ON p.device = d.device
                    WHERE d.account = $1 AND d.item_count < $7::bigint
                        AND d.byte_count + length(p.part) + length($2) <= $8::bigint
                    HAVING count(*) > 0
                RETURNING id
            ), taken AS (
                UPDATE devices AS d SET last_position = last_position + 1,
                    item_count = item_count + 1,
                    byte_count = byte_count + length(p.part) + length($2)
                FROM unnest($3::bytea[], $4::bytea[]) AS p (device, part)
                WHERE d.account = $1 AND d.device = p.device AND d.item_count < $7
                    AND d.byte_count + length(p.part) + length($2) <= $8
                RETURNING d.device, d.last_position, p.part
            )
            INSERT INTO inbox
                (account, device, position, kind, received, shared, byte_count, part)
            SELECT $1, t.device, t.last_position, $5::bigint, $6::bigint, k.id,
                length(t.part) + length($2), t.part
            FROM taken AS t CROSS JOIN kept AS k
            RETURNING device
            """,
            [
                .name(account), .bytes(message.shared), .byteArrays(devices.map(\.bytes)),
                .byteArrays(group.parts.map(\.part)), .int64(Int64(message.kind)),
                .int64(message.received), .int64(RelayLimits.inboxItemCount),
                .int64(RelayLimits.inboxByteCount),
            ]
        ).all.compactMap { DeviceID($0.bytes(0)) }
        let there = Set(delivered)
        return devices.filter { !there.contains($0) }
    }

    func deliver(
        _ item: OutgoingItem, to device: DeviceID, of account: AccountID
    ) throws(StorageError) -> Bool {
        try run(
            """
            WITH taken AS (
                UPDATE devices SET last_position = last_position + 1, item_count = item_count + 1,
                    byte_count = byte_count + length($5::bytea)
                WHERE account = $1 AND device = $2 AND item_count < $6::bigint
                    AND byte_count + length($5::bytea) <= $7::bigint
                RETURNING last_position
            )
            INSERT INTO inbox (account, device, position, kind, received, byte_count, part)
            SELECT $1::bytea, $2::bytea, last_position, $3::bigint, $4::bigint, length($5), $5
            FROM taken
            """,
            [
                .name(account), .name(device), .int64(Int64(item.kind)), .int64(item.received),
                .bytes(item.part), .int64(RelayLimits.inboxItemCount),
                .int64(RelayLimits.inboxByteCount),
            ]
        ).touchedCount == 1
    }

    func inbox(
        of device: DeviceID, in account: AccountID, after position: Int64, atMost count: Int,
        byteCount: Int
    ) throws(StorageError) -> [InboxItem] {
        // The server adds up, so that no more than a page and its last item come over.
        let rows = try run(
            """
            SELECT i.position, i.kind, i.received, i.part, s.bytes FROM (
                SELECT *, sum(byte_count + 32) OVER (ORDER BY position) AS total FROM (
                    SELECT * FROM inbox WHERE account = $1 AND device = $2 AND position > $3
                    ORDER BY position LIMIT $4) AS nearest) AS i
            LEFT JOIN shared AS s ON s.account = $1 AND s.id = i.shared
            WHERE i.total - i.byte_count - 32 < $5::bigint ORDER BY i.position
            """,
            [
                .name(account), .name(device), .int64(position), .int64(Int64(count)),
                .int64(Int64(byteCount)),
            ])
        var items: [InboxItem] = []
        var total = 0
        for row in rows.all {
            let item = InboxItem(
                position: row.int64(0), kind: UInt8(truncatingIfNeeded: row.int64(1)),
                received: row.int64(2), shared: row.bytes(4), part: row.bytes(3))
            total += item.shared.count + item.part.count + 32
            guard items.isEmpty || total <= byteCount else { break }
            items.append(item)
        }
        return items
    }

    func waitingFronts(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> [[UInt8]] {
        try own(device, account)
        return try run(
            """
            SELECT substring(s.bytes FROM 1 FOR $3::integer) FROM inbox AS i
            JOIN shared AS s ON s.account = i.account AND s.id = i.shared
            WHERE i.account = $1 AND i.device = $2
            """,
            [.name(account), .name(device), .int32(Int32(SealedMessage.frontByteCount))]
        ).all.map { $0.bytes(0) }
    }

    func acknowledge(
        _ positions: [Int64], of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> Int {
        try own(device, account)
        let removed = try run(
            """
            DELETE FROM inbox WHERE account = $1 AND device = $2 AND position = ANY ($3)
            RETURNING shared, byte_count
            """, [.name(account), .name(device), .int64s(positions)])
        return try settle(removed, of: device, in: account)
    }

    func drop(_ device: DeviceID, of account: AccountID) throws(StorageError) -> Int {
        try own(device, account)
        try run(
            "DELETE FROM prekeys WHERE account = $1 AND device = $2",
            [.name(account), .name(device)])
        let removed = try run(
            "DELETE FROM inbox WHERE account = $1 AND device = $2 RETURNING shared, byte_count",
            [.name(account), .name(device)])
        return try settle(removed, of: device, in: account)
    }

    func forgetMessages(before time: Int64, atMost count: Int) throws(StorageError) -> Int {
        try run(
            """
            DELETE FROM sent WHERE (account, device, message, attempt) IN
                (SELECT account, device, message, attempt FROM sent WHERE received < $1
                    LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, [.int64(time), .int64(Int64(count))])
        let old = try run(
            """
            SELECT account, device, position FROM inbox WHERE received < $1
            ORDER BY account, device, position LIMIT $2
            """, [.int64(time), .int64(Int64(count))])
        var removedCount = 0
        for row in old.all {
            guard let account = AccountID(row.bytes(0)), let device = DeviceID(row.bytes(1))
            else { continue }
            removedCount += try acknowledge([row.int64(2)], of: device, in: account)
        }
        return removedCount
    }

    /// Counts what went from an inbox; what nobody refers to any more goes too.
    private func settle(
        _ removed: PostgreSQLRows, of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> Int {
        guard removed.count > 0 else { return 0 }
        try run(
            """
            UPDATE devices SET item_count = item_count - $3, byte_count = byte_count - $4
            WHERE account = $1 AND device = $2
            """,
            [
                .name(account), .name(device), .int64(Int64(removed.count)),
                .int64(removed.all.reduce(0) { $0 + $1.int64(1) }),
            ])
        let ids = removed.all.filter { !$0.isNull(0) }.map { $0.int64(0) }.sorted()
        guard !ids.isEmpty else { return removed.count }
        try run(
            """
            SELECT 1::bigint FROM shared WHERE account = $1 AND id = ANY ($2)
            ORDER BY id FOR UPDATE
            """, [.name(account), .int64s(ids)])
        try run(
            """
            UPDATE shared SET reference_count = reference_count - 1
            WHERE account = $1 AND id = ANY ($2)
            """, [.name(account), .int64s(ids)])
        try run(
            "DELETE FROM shared WHERE account = $1 AND id = ANY ($2) AND reference_count <= 0",
            [.name(account), .int64s(ids)])
        return removed.count
    }
}
#endif
