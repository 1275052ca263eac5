#if os(Linux)
import HoldfastCore
import HoldfastSQLite

/// The tables of a history, exactly as they stand in its file.
enum HistorySchema {
    /// The only format so far.
    static let format = 1
    /// Stands in the file's header: "HFHS".
    static let applicationID: Int64 = 0x4846_4853

    static let statements = [
        """
        CREATE TABLE history (
            id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL,
            database BLOB NOT NULL, sequence INTEGER NOT NULL, counts BLOB NOT NULL,
            ranges BLOB NOT NULL, mac BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE node (id INTEGER PRIMARY KEY, parts BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE item (
            id BLOB PRIMARY KEY NOT NULL, salt BLOB NOT NULL, kind INTEGER NOT NULL,
            version INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID
        """,
        """
        CREATE INDEX listed ON item (kind) WHERE kind < 16
        """,
    ]

    /// Refuses a file that is no history, one of a newer format, and one with other tables.
    ///
    /// A planted trigger, view, index or table would make SQLite do other things than the
    /// statements say.
    ///
    /// - Throws: `DATA_CORRUPTED`, or `UNSUPPORTED` for a newer format; no row was read.
    static func check(_ connection: Connection) throws(KeychainError) {
        guard try pragma("application_id", connection) == applicationID else {
            throw KeychainError(
                .dataCorrupted, "the file is not a history, or its start is damaged")
        }
        let version = try pragma("user_version", connection)
        guard version <= Int64(format) else {
            throw KeychainError(
                .unsupported, "the history is of the newer format \(version)",
                advice: "use the newer version of this program that wrote it; it is untouched")
        }
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare("SELECT sql FROM sqlite_schema ORDER BY rowid")
        }
        var found: [String] = []
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            found.append(row.text(0))
        }
        guard version == Int64(format),
            found.elementsEqual(statements, by: { $0.utf8.elementsEqual($1.utf8) })
        else {
            throw KeychainError(.dataCorrupted, "the history's tables are not as they were made")
        }
    }

    private static func pragma(
        _ name: String, _ connection: Connection
    ) throws(KeychainError) -> Int64 {
        try sqlite { () throws(SQLiteError) in
            try connection.prepare("PRAGMA \(name)").firstRow { $0.int64(0) } ?? 0
        }
    }
}
#endif
