#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func sent(
        _ message: MessageName, digest: [UInt8]
    ) throws(StorageError) -> (isSame: Bool, full: [DeviceID])? {
        try first(
            """
            SELECT digest, full FROM sent
            WHERE account = ? AND device = ? AND message = ? AND attempt = ?
            """, Self.name(message)
        ) { row in
            (row.blob(0) == digest, DeviceID.list(row.blob(1)))
        }
    }

    func noteSent(
        _ message: MessageName, digest: [UInt8], full: [DeviceID], at time: Int64
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO sent (account, device, message, attempt, digest, full, received)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            Self.name(message) + [
                .blob(digest), .blob(full.flatMap(\.bytes)), .int64(time),
            ])
    }

    private static func name(_ message: MessageName) -> [Statement.Binding] {
        [
            .name(message.account), .name(message.device), .blob(message.id.bytes),
            .int64(Int64(message.attempt)),
        ]
    }

    func inbox(
        of device: DeviceID, in account: AccountID, after position: Int64, atMost count: Int,
        byteCount: Int
    ) throws(StorageError) -> [InboxItem] {
        var items: [InboxItem] = []
        var total = 0
        try each(
            """
            SELECT i.position, i.kind, i.received, i.part, s.bytes
            FROM items AS i LEFT JOIN shared AS s ON s.id = i.shared
            WHERE i.inbox = (SELECT inbox FROM devices WHERE account = ? AND device = ?)
                AND i.position > ?
            ORDER BY i.position LIMIT ?
            """,
            [.name(account), .name(device), .int64(position), .int64(Int64(count))]
        ) { row in
            let item = InboxItem(
                position: row.int64(0), kind: UInt8(truncatingIfNeeded: row.int64(1)),
                received: row.int64(2), shared: row.blob(4), part: row.blob(3))
            total += item.shared.count + item.part.count + 32
            guard items.isEmpty || total <= byteCount else { return false }
            items.append(item)
            return true
        }
        return items
    }

    func waitingFronts(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> [[UInt8]] {
        var fronts: [[UInt8]] = []
        try each(
            """
            SELECT substr(s.bytes, 1, ?) FROM items AS i JOIN shared AS s ON s.id = i.shared
            WHERE i.inbox = (SELECT inbox FROM devices WHERE account = ? AND device = ?)
            ORDER BY i.position
            """,
            [.int64(Int64(SealedMessage.frontByteCount)), .name(account), .name(device)]
        ) { row in
            fronts.append(row.blob(0))
            return true
        }
        return fronts
    }

    func acknowledge(
        _ positions: [Int64], of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> Int {
        guard let inbox = try inboxNumber(of: device, in: account) else { return 0 }
        return try remove(positions, from: inbox)
    }

    func drop(_ device: DeviceID, of account: AccountID) throws(StorageError) -> Int {
        try run(
            "DELETE FROM prekeys WHERE account = ? AND device = ?",
            [.name(account), .name(device)])
        guard let inbox = try inboxNumber(of: device, in: account) else { return 0 }
        let positions = try numbers(
            "SELECT position FROM items WHERE inbox = ?", [.int64(inbox)])
        return try remove(positions, from: inbox)
    }

    func forgetMessages(before time: Int64, atMost count: Int) throws(StorageError) -> Int {
        try run(
            """
            DELETE FROM sent WHERE (account, device, message, attempt) IN
                (SELECT account, device, message, attempt FROM sent WHERE received < ? LIMIT ?)
            """, [.int64(time), .int64(Int64(count))])
        let inboxes = try numbers(
            "SELECT number FROM inboxes WHERE oldest < ? ORDER BY oldest LIMIT ?",
            [.int64(time), .int64(Int64(count))])
        var removedCount = 0
        for inbox in inboxes where removedCount < count {
            removedCount += try forgetItems(
                of: inbox, before: time, atMost: count - removedCount)
        }
        return removedCount
    }

    /// Removes what is too old, and notes how old the rest is; `oldest` may have been too early, as
    /// an acknowledgement leaves it.
    private func forgetItems(
        of inbox: Int64, before time: Int64, atMost count: Int
    ) throws(StorageError) -> Int {
        let positions = try numbers(
            "SELECT position FROM items WHERE inbox = ? AND received < ? LIMIT ?",
            [.int64(inbox), .int64(time), .int64(Int64(count))])
        let removedCount = try remove(positions, from: inbox)
        try run(
            """
            UPDATE inboxes SET oldest = (SELECT min(received) FROM items WHERE inbox = ?1)
            WHERE number = ?1
            """, [.int64(inbox)])
        return removedCount
    }

    private func inboxNumber(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> Int64? {
        try first(
            "SELECT inbox FROM devices WHERE account = ? AND device = ?",
            [.name(account), .name(device)]
        ) { $0.int64(0) }
    }

    /// The numbers in the first column of all rows.
    private func numbers(
        _ sql: StaticString, _ bindings: [Statement.Binding]
    ) throws(StorageError) -> [Int64] {
        var numbers: [Int64] = []
        try each(sql, bindings) { row in
            numbers.append(row.int64(0))
            return true
        }
        return numbers
    }

    /// Removes items, and what only they referred to.
    ///
    /// - Returns: how many were there.
    private func remove(_ positions: [Int64], from inbox: Int64) throws(StorageError) -> Int {
        var (count, byteCount) = (0, Int64(0))
        for position in positions {
            let removed = try first(
                "DELETE FROM items WHERE inbox = ? AND position = ? RETURNING shared, byte_count",
                [.int64(inbox), .int64(position)]
            ) { row in (shared: row.isNull(0) ? nil : row.int64(0), byteCount: row.int64(1)) }
            guard let removed else { continue }
            count += 1
            byteCount += removed.byteCount
            if let shared = removed.shared { try release(shared) }
        }
        guard count > 0 else { return 0 }
        try run(
            """
            UPDATE inboxes SET item_count = item_count - ?, byte_count = byte_count - ?
            WHERE number = ?
            """, [.int64(Int64(count)), .int64(byteCount), .int64(inbox)])
        return count
    }

    /// What nobody refers to any more goes.
    private func release(_ shared: Int64) throws(StorageError) {
        let left = try first(
            """
            UPDATE shared SET reference_count = reference_count - 1 WHERE id = ?
            RETURNING reference_count
            """, [.int64(shared)]
        ) { $0.int64(0) }
        if left == 0 { try run("DELETE FROM shared WHERE id = ?", [.int64(shared)]) }
    }
}
#endif
