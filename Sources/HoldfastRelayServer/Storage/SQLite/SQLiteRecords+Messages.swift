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

    func deliver(
        _ message: OutgoingMessage, to account: AccountID
    ) throws(StorageError) -> [DeviceID] {
        let id = try keepShared(message.shared, for: account)
        var full: [DeviceID] = []
        for (device, part) in message.parts {
            let item = OutgoingItem(kind: message.kind, part: part, received: message.received)
            let shared = (id: id, byteCount: message.shared.count)
            if try !deliver(item, shared, to: device, of: account) { full.append(device) }
        }
        try setReferences(message.parts.count - full.count, to: id)
        return full
    }

    private func keepShared(
        _ bytes: [UInt8], for account: AccountID
    ) throws(StorageError) -> Int64 {
        let id = try first(
            "INSERT INTO shared (account, bytes, reference_count) VALUES (?, ?, 0) RETURNING id",
            [.name(account), .blob(bytes)]
        ) { $0.int64(0) }
        guard let id else {
            throw StorageError(reason: .failed, message: "an insertion gave no row")
        }
        return id
    }

    /// What nobody has room for goes.
    private func setReferences(_ count: Int, to shared: Int64) throws(StorageError) {
        guard count > 0 else {
            try run("DELETE FROM shared WHERE id = ?", [.int64(shared)])
            return
        }
        try run(
            "UPDATE shared SET reference_count = ? WHERE id = ?",
            [.int64(Int64(count)), .int64(shared)])
    }

    func deliver(
        _ item: OutgoingItem, to device: DeviceID, of account: AccountID
    ) throws(StorageError) -> Bool {
        try deliver(item, nil, to: device, of: account)
    }

    private func deliver(
        _ item: OutgoingItem, _ shared: (id: Int64, byteCount: Int)?, to device: DeviceID,
        of account: AccountID
    ) throws(StorageError) -> Bool {
        let byteCount = Int64(item.part.count + (shared?.byteCount ?? 0))
        let position = try first(
            """
            UPDATE devices SET last_position = last_position + 1, item_count = item_count + 1,
                byte_count = byte_count + ?3
            WHERE account = ?1 AND device = ?2 AND item_count < ?4 AND byte_count + ?3 <= ?5
            RETURNING last_position
            """,
            [
                .name(account), .name(device), .int64(byteCount),
                .int64(RelayLimits.inboxItemCount), .int64(RelayLimits.inboxByteCount),
            ]
        ) { $0.int64(0) }
        guard let position else { return false }
        try run(
            """
            INSERT INTO inbox (account, device, position, kind, received, shared, byte_count, part)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .name(account), .name(device), .int64(position), .int64(Int64(item.kind)),
                .int64(item.received), shared.map { .int64($0.id) } ?? .null, .int64(byteCount),
                .blob(item.part),
            ])
        return true
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
            FROM inbox AS i LEFT JOIN shared AS s ON s.id = i.shared
            WHERE i.account = ? AND i.device = ? AND i.position > ?
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
            SELECT substr(s.bytes, 1, ?) FROM inbox AS i JOIN shared AS s ON s.id = i.shared
            WHERE i.account = ? AND i.device = ?
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
        var count = 0
        for position in positions {
            let removed = try first(
                """
                DELETE FROM inbox WHERE account = ? AND device = ? AND position = ?
                RETURNING shared, byte_count
                """, [.name(account), .name(device), .int64(position)]
            ) { row in (row.isNull(0) ? nil : row.int64(0), row.int64(1)) }
            guard let removed else { continue }
            count += 1
            try subtract(removed.1, from: device, account)
            if let shared = removed.0 { try release(shared) }
        }
        return count
    }

    func drop(_ device: DeviceID, of account: AccountID) throws(StorageError) -> Int {
        try run(
            "DELETE FROM prekeys WHERE account = ? AND device = ?",
            [.name(account), .name(device)])
        var positions: [Int64] = []
        try each(
            "SELECT position FROM inbox WHERE account = ? AND device = ?",
            [.name(account), .name(device)]
        ) { row in
            positions.append(row.int64(0))
            return true
        }
        return try acknowledge(positions, of: device, in: account)
    }

    func forgetMessages(before time: Int64, atMost count: Int) throws(StorageError) -> Int {
        try run(
            """
            DELETE FROM sent WHERE (account, device, message, attempt) IN
                (SELECT account, device, message, attempt FROM sent WHERE received < ? LIMIT ?)
            """, [.int64(time), .int64(Int64(count))])
        var old: [(AccountID, DeviceID, Int64)] = []
        try each(
            "SELECT account, device, position FROM inbox WHERE received < ? LIMIT ?",
            [.int64(time), .int64(Int64(count))]
        ) { row in
            if let account = AccountID(row.blob(0)), let device = DeviceID(row.blob(1)) {
                old.append((account, device, row.int64(2)))
            }
            return true
        }
        for (account, device, position) in old {
            _ = try acknowledge([position], of: device, in: account)
        }
        return old.count
    }

    private func subtract(
        _ byteCount: Int64, from device: DeviceID, _ account: AccountID
    ) throws(StorageError) {
        try run(
            """
            UPDATE devices SET item_count = item_count - 1, byte_count = byte_count - ?
            WHERE account = ? AND device = ?
            """, [.int64(byteCount), .name(account), .name(device)])
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
