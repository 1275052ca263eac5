#if canImport(CSQLite)
internal import CSQLite

/// One compiled SQL statement, kept and used again and again.
///
/// A use is: bind, step until no row is left, read columns between steps. A step that answers false
/// or throws, and a bind that throws, reset the statement and forget its bindings; so does
/// ``reset()``, which a caller that stops before the last row must call, as the statement holds a
/// read transaction until then. ``firstRow(mapping:_:)`` and ``forEachRow(mapping:_:)`` do it on
/// every path. The owner's lock that protects the ``Connection`` protects its statements too.
package final class Statement {
    private let connection: Connection
    private let handle: OpaquePointer

    /// Takes over a compiled statement of a connection, and keeps the connection alive.
    init(handle: OpaquePointer, connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit {
        // A closed connection has finalized its statements. The code repeats a thrown error.
        if connection.isOpen { sqlite3_finalize(handle) }
    }

    /// Goes to the next row.
    ///
    /// - Returns: True if a row is there to be read; false if there is none left, and the statement
    ///   is reset.
    /// - Throws: ``SQLiteError`` with the extended code, such as a broken constraint,
    ///   `SQLITE_BUSY` or an I/O error; the statement is reset.
    package func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(try live())
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE {
            reset()
            return false
        }
        throw resetting(code, during: "step")
    }

    /// Ends the statement's read, forgets its bindings, and makes it ready for the next use.
    package func reset() {
        guard connection.isOpen else { return }
        // Repeats the error of the last step, which that step has thrown already.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

// MARK: - For the rest of this module

extension Statement {
    /// The `sqlite3_stmt*`, as long as the connection is open.
    func live() throws(SQLiteError) -> OpaquePointer {
        _ = try connection.live()
        return handle
    }

    /// The `sqlite3_stmt*` for reading a column of the current row.
    func row(_ column: Int32) -> OpaquePointer {
        // SQLite answers a column that is not there with NULL, which a caller would take for data.
        precondition(
            connection.isOpen && column >= 0 && column < sqlite3_data_count(handle),
            "a column is read from a row: after a step that answered true, and within the row")
        return handle
    }

    /// Throws for any answer but `SQLITE_OK`, having reset the statement.
    func check(_ code: Int32, during step: StaticString) throws(SQLiteError) {
        if code != SQLITE_OK { throw resetting(code, during: step) }
    }

    private func resetting(_ code: Int32, during step: StaticString) -> SQLiteError {
        // The errno must be read before the reset, which may replace it.
        let error = connection.failure(code, during: step)
        reset()
        return error
    }
}
#endif
