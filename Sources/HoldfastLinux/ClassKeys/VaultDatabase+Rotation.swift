#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension VaultDatabase {
    /// The ids of items whose value is under a slot, the passcode gate's included, at most so many.
    func itemIDs(under slot: KeySlot, limit: Int) throws(KeychainError) -> [[UInt8]] {
        let statement = try select("id", under: slot, limit: limit)
        var ids: [[UInt8]] = []
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            ids.append(try blob(row, 0, count: Bucket.idByteCount))
        }
        return ids
    }

    /// How many items are under a slot.
    func countOfItems(under slot: KeySlot) throws(KeychainError) -> Int {
        try firstRow(try select("count(*)", under: slot, limit: 1)) { (row) throws(KeychainError) in
            Int(try integer(row, 0))
        }
    }

    /// Removes all nodes.
    func removeNodes() throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in try connection.execute("DELETE FROM node") }
    }

    /// Moves the log into the file and cuts it to nothing.
    ///
    /// - Throws: `UNKNOWN` with SQLite's number, busy if another process uses the log.
    func truncateLog() throws(KeychainError) {
        try Self.moveLog(of: connection)
    }

    static func moveLog(of connection: Connection) throws(KeychainError) {
        let isBusy = try sqlite { () throws(SQLiteError) in
            try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)")
                .firstRow { $0.int64(0) != 0 } ?? true
        }
        // SQLite does not call it an error if it could not finish.
        if isBusy { throw KeychainError(SQLiteError(code: SQLiteCode.busy, during: "checkpoint")) }
    }

    private func select(
        _ what: String, under slot: KeySlot, limit: Int
    ) throws(KeychainError) -> Statement {
        let isGate = slot.keyClass == .passcodeGate
        let place = isGate ? "gate = ?1" : "class = ?3 AND generation = ?1"
        return try sqlite { () throws(SQLiteError) in
            let statement = try connection.prepare(
                "SELECT \(what) FROM item WHERE state = 0 AND \(place) LIMIT ?2")
            try statement.bind(1, int64: Int64(slot.generation))
            try statement.bind(2, int64: Int64(limit))
            if !isGate { try statement.bind(3, int64: Int64(slot.keyClass.rawValue)) }
            return statement
        }
    }
}
#endif
