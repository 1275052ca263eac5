#if os(Linux) && PostgreSQL
internal import HoldfastWire

extension PostgreSQLRecords {
    func head(of account: AccountID) throws(StorageError) -> LogHead? {
        // What a write rests on stays as it is until it ends; counting bytes goes on beside it.
        try head(
            isWriter
                ? """
                SELECT head_sequence, head_hash FROM accounts WHERE account = $1 FOR KEY SHARE
                """
                : "SELECT head_sequence, head_hash FROM accounts WHERE account = $1", account)
    }

    func headForChange(of account: AccountID) throws(StorageError) -> LogHead? {
        try head(
            "SELECT head_sequence, head_hash FROM accounts WHERE account = $1 FOR UPDATE", account)
    }

    private func head(
        _ sql: StaticString, _ account: AccountID
    ) throws(StorageError) -> LogHead? {
        guard let row = try run(sql, [.name(account)]).first, let hash = EntryHash(row.bytes(1))
        else { return nil }
        return LogHead(sequence: UInt64(row.int64(0)), hash: hash)
    }

    func makeAccount(_ genesis: StoredEntry, of account: AccountID) throws(StorageError) {
        try run(
            """
            INSERT INTO accounts (account, head_sequence, head_hash, created)
            VALUES ($1, 0, $2, $3)
            """,
            [.name(account), .name(genesis.head.hash), .int64(genesis.received)])
        try insert(genesis, account)
    }

    func append(_ entry: StoredEntry, to account: AccountID) throws(StorageError) {
        try insert(entry, account)
        try run(
            "UPDATE accounts SET head_sequence = $2, head_hash = $3 WHERE account = $1",
            [.name(account), .int64(Int64(entry.head.sequence)), .name(entry.head.hash)])
    }

    private func insert(_ entry: StoredEntry, _ account: AccountID) throws(StorageError) {
        try run(
            """
            INSERT INTO log_entries (account, sequence, hash, bytes, received)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .name(account), .int64(Int64(entry.head.sequence)), .name(entry.head.hash),
                .bytes(entry.bytes), .int64(entry.received),
            ])
    }

    func entries(
        of account: AccountID, from sequence: UInt64, atMost count: Int, byteCount: Int
    ) throws(StorageError) -> [StoredEntry] {
        let rows = try run(
            """
            SELECT sequence, hash, bytes, received FROM log_entries
            WHERE account = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3
            """, [.name(account), .int64(Int64(clamping: sequence)), .int64(Int64(count))])
        var entries: [StoredEntry] = []
        var total = 0
        for row in rows.all {
            let bytes = row.bytes(2)
            total += bytes.count + 4
            guard entries.isEmpty || total <= byteCount, let hash = EntryHash(row.bytes(1)) else {
                break
            }
            let head = LogHead(sequence: UInt64(row.int64(0)), hash: hash)
            entries.append(StoredEntry(head: head, bytes: bytes, received: row.int64(3)))
        }
        return entries
    }

    func storedByteCount(of account: AccountID) throws(StorageError) -> Int64 {
        try run(
            isWriter
                ? "SELECT byte_count FROM accounts WHERE account = $1 FOR NO KEY UPDATE"
                : "SELECT byte_count FROM accounts WHERE account = $1", [.name(account)]
        ).first?.int64(0) ?? 0
    }

    func count(_ bytes: Int64, of account: AccountID) throws(StorageError) {
        try run(
            """
            UPDATE accounts SET byte_count = greatest(0, byte_count + $2) WHERE account = $1
            """, [.name(account), .int64(bytes)])
    }

    func use(
        _ challenge: [UInt8], of account: AccountID, until expires: Int64
    ) throws(StorageError) -> Bool {
        try run(
            """
            INSERT INTO challenges (account, challenge, expires) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING
            """, [.name(account), .bytes(challenge), .int64(expires)]
        ).touchedCount == 1
    }

    func forgetChallenges(before time: Int64) throws(StorageError) {
        try run(
            """
            DELETE FROM challenges WHERE (account, challenge) IN
                (SELECT account, challenge FROM challenges WHERE expires < $1
                    FOR UPDATE SKIP LOCKED)
            """, [.int64(time)])
    }
}
#endif
