#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func standing(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> DeviceStanding? {
        // Nobody puts a device out while a write rests on its being in.
        let row = try run(
            isWriter
                ? """
                SELECT standing, until FROM devices WHERE account = $1 AND device = $2
                FOR KEY SHARE
                """
                : "SELECT standing, until FROM devices WHERE account = $1 AND device = $2",
            [.name(account), .name(device)]
        ).first
        guard let row else { return nil }
        switch row.int64(0) {
        case 0: return .active
        case 1: return .suspended(until: row.int64(1))
        default: return .removed
        }
    }

    func activeDevices(of account: AccountID) throws(StorageError) -> [DeviceID] {
        try run(
            "SELECT device FROM devices WHERE account = $1 AND standing = 0 ORDER BY device",
            [.name(account)]
        ).all.compactMap { DeviceID($0.bytes(0)) }
    }

    func set(
        _ standing: DeviceStanding, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        try own(device, account)
        let values: [PostgreSQLValue] =
            switch standing {
            case .active: [.int64(0), .null]
            case .suspended(let until): [.int64(1), .int64(until)]
            case .removed: [.int64(2), .null]
            }
        try run(
            """
            INSERT INTO devices (account, device, standing, until) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account, device) DO UPDATE
            SET standing = excluded.standing, until = excluded.until
            """, [.name(account), .name(device)] + values)
    }

    func dueRemovals(
        at time: Int64, atMost count: Int
    ) throws(StorageError) -> [(account: AccountID, device: DeviceID)] {
        // What another relay is at is its own; and an entry that takes one back comes first or last.
        try run(
            isWriter
                ? """
                SELECT account, device FROM devices WHERE standing = 1 AND until <= $1
                ORDER BY account, device LIMIT $2 FOR UPDATE SKIP LOCKED
                """
                : "SELECT account, device FROM devices WHERE standing = 1 AND until <= $1 LIMIT $2",
            [.int64(time), .int64(Int64(count))]
        ).all.compactMap { row in
            guard let account = AccountID(row.bytes(0)), let device = DeviceID(row.bytes(1))
            else { return nil }
            return (account, device)
        }
    }

    func counter(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> UInt64 {
        try run(
            "SELECT counter FROM counters WHERE account = $1 AND device = $2",
            [.name(account), .name(device)]
        ).first.map { UInt64(bitPattern: $0.int64(0)) } ?? 0
    }

    func noteCounter(
        _ counter: UInt64, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO counters (account, device, counter) VALUES ($1, $2, $3)
            ON CONFLICT (account, device) DO UPDATE
            SET counter = greatest(counters.counter, excluded.counter)
            """, [.name(account), .name(device), .int64(Int64(clamping: counter))])
    }

    /// Has a device's row to itself until the transaction ends.
    func own(_ device: DeviceID, _ account: AccountID) throws(StorageError) {
        guard ownDevices.insert(account.bytes + device.bytes).inserted else { return }
        try run(
            "SELECT 1::bigint FROM devices WHERE account = $1 AND device = $2 FOR UPDATE",
            [.name(account), .name(device)])
    }
}
#endif
