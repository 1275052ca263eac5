#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

extension SQLiteRecords {
    func head(of account: AccountID) throws(StorageError) -> LogHead? {
        try first(
            "SELECT head_sequence, head_hash FROM accounts WHERE account = ?", [.name(account)]
        ) { row in
            EntryHash(row.blob(1)).map { LogHead(sequence: UInt64(row.int64(0)), hash: $0) }
        }.flatMap { $0 }
    }

    // One thread writes, so that nobody can come between.
    func headForChange(of account: AccountID) throws(StorageError) -> LogHead? {
        try head(of: account)
    }

    func makeAccount(_ genesis: StoredEntry, of account: AccountID) throws(StorageError) {
        try run(
            "INSERT INTO accounts (account, head_sequence, head_hash, created) VALUES (?, 0, ?, ?)",
            [.name(account), .name(genesis.head.hash), .int64(genesis.received)])
        try insert(genesis, account)
    }

    func append(_ entry: StoredEntry, to account: AccountID) throws(StorageError) {
        try insert(entry, account)
        try run(
            "UPDATE accounts SET head_sequence = ?, head_hash = ? WHERE account = ?",
            [.int64(Int64(entry.head.sequence)), .name(entry.head.hash), .name(account)])
    }

    private func insert(_ entry: StoredEntry, _ account: AccountID) throws(StorageError) {
        try run(
            """
            INSERT INTO log_entries (account, sequence, hash, bytes, received)
            VALUES (?, ?, ?, ?, ?)
            """,
            [
                .name(account), .int64(Int64(entry.head.sequence)), .name(entry.head.hash),
                .blob(entry.bytes), .int64(entry.received),
            ])
    }

    func entries(
        of account: AccountID, from sequence: UInt64, atMost count: Int, byteCount: Int
    ) throws(StorageError) -> [StoredEntry] {
        var entries: [StoredEntry] = []
        var total = 0
        try each(
            """
            SELECT sequence, hash, bytes, received FROM log_entries
            WHERE account = ? AND sequence >= ? ORDER BY sequence LIMIT ?
            """,
            [
                .name(account), .int64(Int64(clamping: sequence)), .int64(Int64(count)),
            ]
        ) { row in
            let bytes = row.blob(2)
            total += bytes.count + 4
            guard entries.isEmpty || total <= byteCount, let hash = EntryHash(row.blob(1)) else {
                return false
            }
            let head = LogHead(sequence: UInt64(row.int64(0)), hash: hash)
            entries.append(StoredEntry(head: head, bytes: bytes, received: row.int64(3)))
            return true
        }
        return entries
    }

    func standing(
        of device: DeviceID, in account: AccountID
    ) throws(StorageError) -> DeviceStanding? {
        try first(
            "SELECT standing, until FROM devices WHERE account = ? AND device = ?",
            [.name(account), .name(device)]
        ) { row in
            switch row.int64(0) {
            case 0: .active
            case 1: .suspended(until: row.int64(1))
            default: .removed
            }
        }
    }

    func activeDevices(of account: AccountID) throws(StorageError) -> [DeviceID] {
        var devices: [DeviceID] = []
        try each(
            "SELECT device FROM devices WHERE account = ? AND standing = 0 ORDER BY device",
            [.name(account)]
        ) { row in
            if let device = DeviceID(row.blob(0)) { devices.append(device) }
            return true
        }
        return devices
    }

    func set(
        _ standing: DeviceStanding, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        let values: [Statement.Binding] =
            switch standing {
            case .active: [.int64(0), .null]
            case .suspended(let until): [.int64(1), .int64(until)]
            case .removed: [.int64(2), .null]
            }
        let isKnown = try run(
            "UPDATE devices SET standing = ?, until = ? WHERE account = ? AND device = ?",
            values + [.name(account), .name(device)])
        guard isKnown == 0 else { return }
        let inbox = try first("INSERT INTO inboxes DEFAULT VALUES RETURNING number", []) {
            $0.int64(0)
        }
        guard let inbox else { throw Self.noRow }
        try run(
            """
            INSERT INTO devices (account, device, standing, until, inbox) VALUES (?, ?, ?, ?, ?)
            """, [.name(account), .name(device)] + values + [.int64(inbox)])
    }

    func counter(of device: DeviceID, in account: AccountID) throws(StorageError) -> UInt64 {
        try first(
            "SELECT counter FROM counters WHERE account = ? AND device = ?",
            [.name(account), .name(device)]
        ) { UInt64(bitPattern: $0.int64(0)) } ?? 0
    }

    func noteCounter(
        _ counter: UInt64, of device: DeviceID, in account: AccountID
    ) throws(StorageError) {
        try run(
            """
            INSERT INTO counters (account, device, counter) VALUES (?, ?, ?)
            ON CONFLICT (account, device) DO UPDATE
            SET counter = max(counter, excluded.counter)
            """, [.name(account), .name(device), .int64(Int64(clamping: counter))])
    }

    func dueRemovals(
        at time: Int64, atMost count: Int
    ) throws(StorageError) -> [(account: AccountID, device: DeviceID)] {
        var due: [(account: AccountID, device: DeviceID)] = []
        try each(
            "SELECT account, device FROM devices WHERE standing = 1 AND until <= ? LIMIT ?",
            [.int64(time), .int64(Int64(count))]
        ) { row in
            if let account = AccountID(row.blob(0)), let device = DeviceID(row.blob(1)) {
                due.append((account, device))
            }
            return true
        }
        return due
    }

    func use(
        _ challenge: [UInt8], of account: AccountID, until expires: Int64
    ) throws(StorageError) -> Bool {
        try run(
            """
            INSERT INTO challenges (account, challenge, expires) VALUES (?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [.name(account), .blob(challenge), .int64(expires)]) == 1
    }

    func forgetChallenges(before time: Int64) throws(StorageError) {
        try run("DELETE FROM challenges WHERE expires < ?", [.int64(time)])
    }

    func storedByteCount(of account: AccountID) throws(StorageError) -> Int64 {
        try first(
            "SELECT byte_count FROM accounts WHERE account = ?", [.name(account)]
        ) { $0.int64(0) } ?? 0
    }

    func count(_ bytes: Int64, of account: AccountID) throws(StorageError) {
        try run(
            "UPDATE accounts SET byte_count = max(0, byte_count + ?) WHERE account = ?",
            [.int64(bytes), .name(account)])
    }
}
#endif
