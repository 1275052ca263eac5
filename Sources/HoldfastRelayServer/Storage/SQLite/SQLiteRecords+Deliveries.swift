#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func deliver(_ message: OutgoingMessage) throws(StorageError) -> [DeviceID] {
        let partCount = message.groups.reduce(0) { $0 + $1.parts.count }
        let shared = try keepShared(message.shared, references: partCount)
        var full: [DeviceID] = []
        for group in message.groups {
            var rest = try inboxes(of: group)[...]
            for (device, part) in group.parts {
                let item = OutgoingItem(kind: message.kind, part: part, received: message.received)
                // Both are in the order of their names.
                guard let place = rest.firstIndex(where: { $0.device == device }),
                    try put(item, shared, into: rest[place])
                else {
                    full.append(device)
                    continue
                }
                rest = rest[(place + 1)...]
            }
        }
        if !full.isEmpty { try setReferences(partCount - full.count, to: shared.id) }
        return full
    }

    func deliver(
        _ item: OutgoingItem, to device: DeviceID, of account: AccountID
    ) throws(StorageError) -> Bool {
        guard let inbox = try inboxes(from: device, to: device, of: account).first else {
            return false
        }
        return try put(item, nil, into: inbox)
    }

    /// What all devices get, as it is kept.
    private struct Shared {
        let id: Int64
        let byteCount: Int
    }

    /// An inbox as it is before something comes into it.
    private struct Inbox {
        let device: DeviceID
        let number: Int64
        let lastPosition: Int64
        let itemCount: Int64
        let byteCount: Int64
        let oldest: Int64?
    }

    private func keepShared(
        _ bytes: [UInt8], references count: Int
    ) throws(StorageError) -> Shared {
        let id = try first(
            "INSERT INTO shared (bytes, reference_count) VALUES (?, ?) RETURNING id",
            [.blob(bytes), .int64(Int64(count))]
        ) { $0.int64(0) }
        guard let id else { throw Self.noRow }
        return Shared(id: id, byteCount: bytes.count)
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

    private func inboxes(
        of group: OutgoingMessage.Group
    ) throws(StorageError) -> [Inbox] {
        guard let first = group.parts.first, let last = group.parts.last else { return [] }
        return try inboxes(from: first.device, to: last.device, of: group.account)
    }

    /// The inboxes of an account's devices from one name to another, in their order.
    private func inboxes(
        from first: DeviceID, to last: DeviceID, of account: AccountID
    ) throws(StorageError) -> [Inbox] {
        var inboxes: [Inbox] = []
        try each(
            """
            SELECT d.device, i.number, i.last_position, i.item_count, i.byte_count, i.oldest
            FROM devices AS d CROSS JOIN inboxes AS i ON i.number = d.inbox
            WHERE d.account = ? AND d.device BETWEEN ? AND ? ORDER BY d.device
            """, [.name(account), .name(first), .name(last)]
        ) { row in
            if let device = DeviceID(row.blob(0)) {
                inboxes.append(
                    Inbox(
                        device: device, number: row.int64(1), lastPosition: row.int64(2),
                        itemCount: row.int64(3), byteCount: row.int64(4),
                        oldest: row.isNull(5) ? nil : row.int64(5)))
            }
            return true
        }
        return inboxes
    }

    /// Puts an item into an inbox; false if it has no room.
    private func put(
        _ item: OutgoingItem, _ shared: Shared?, into inbox: Inbox
    ) throws(StorageError) -> Bool {
        let byteCount = Int64(item.part.count + (shared?.byteCount ?? 0))
        guard inbox.itemCount < RelayLimits.inboxItemCount,
            inbox.byteCount + byteCount <= RelayLimits.inboxByteCount
        else { return false }
        try run(
            """
            UPDATE inboxes SET last_position = ?, item_count = ?, byte_count = ? WHERE number = ?
            """,
            [
                .int64(inbox.lastPosition + 1), .int64(inbox.itemCount + 1),
                .int64(inbox.byteCount + byteCount), .int64(inbox.number),
            ])
        // Apart, as it has an index and seldom changes.
        if inbox.oldest.map({ item.received < $0 }) ?? true {
            try run(
                "UPDATE inboxes SET oldest = ? WHERE number = ?",
                [.int64(item.received), .int64(inbox.number)])
        }
        try run(
            """
            INSERT INTO items (inbox, position, kind, received, shared, byte_count, part)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .int64(inbox.number), .int64(inbox.lastPosition + 1), .int64(Int64(item.kind)),
                .int64(item.received), shared.map { .int64($0.id) } ?? .null, .int64(byteCount),
            ], borrowing: (index: 7, bytes: item.part))
        return true
    }
}
#endif
