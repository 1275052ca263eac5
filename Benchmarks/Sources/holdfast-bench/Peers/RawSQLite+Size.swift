import CRawSQLite

extension RawSQLite {
    /// The size of another program's database, what lies in its log included.
    static func byteCount(ofDatabase path: String) throws -> Int {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
            throw BenchFailure("cannot open \(path)")
        }
        return try number("PRAGMA page_count", handle) * number("PRAGMA page_size", handle)
    }

    private static func number(_ sql: String, _ handle: OpaquePointer?) throws -> Int {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { throw BenchFailure("SQLite does not answer to \(sql)") }
        return Int(sqlite3_column_int64(statement, 0))
    }
}
