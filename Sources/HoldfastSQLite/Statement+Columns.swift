#if canImport(CSQLite)
internal import CSQLite

// Columns count from 0 and are read between a step that answered true and the next step or reset;
// anything else stops the program. SQLite converts a value that has another type than the one read:
// where the file is not trusted, ask for the type first.
extension Statement {
    /// The type of a value in a row.
    package enum ColumnType: Int32, Sendable, CaseIterable {
        /// A signed integer of 64 bits.
        case integer = 1
        /// A floating-point number of 64 bits.
        case real = 2
        /// A text.
        case text = 3
        /// Bytes.
        case blob = 4
        /// No value.
        case null = 5
    }

    /// The type of the value in a column.
    package func columnType(_ column: Int32) -> ColumnType {
        guard let type = ColumnType(rawValue: sqlite3_column_type(row(column), column)) else {
            preconditionFailure("SQLite's interface has five types")
        }
        return type
    }

    /// Whether the value in a column is NULL.
    package func isNull(_ column: Int32) -> Bool { columnType(column) == .null }

    /// The integer in a column; 0 for NULL.
    package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(row(column), column) }

    /// A copy of the bytes in a column; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        withBlob(column) { bytes in [UInt8](bytes) }
    }

    /// The text in a column, with each sequence that is not UTF-8 replaced; empty for NULL.
    package func text(_ column: Int32) -> String {
        withBlob(column) { bytes in String(decoding: bytes, as: UTF8.self) }
    }

    /// Lends the bytes in a column without copying them; none for NULL.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - body: Reads the bytes, which are gone when it returns; it must neither step nor reset
    ///     the statement nor close the connection.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw. The statement stays on its row.
    package func withBlob<R: ~Copyable, E: Error>(
        _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let handle = row(column)
        // The pointer first, as its call may convert the value and so change its length.
        guard let base = sqlite3_column_blob(handle, column) else {
            precondition(
                sqlite3_errcode(sqlite3_db_handle(handle)) & 0xff != SQLITE_NOMEM,
                "out of memory while reading a column, as any other allocation would stop")
            return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}
#endif
