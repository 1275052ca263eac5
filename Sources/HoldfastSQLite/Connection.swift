#if canImport(CSQLite)
internal import CSQLite

/// One connection to one SQLite file, opened so that a hostile file can do little.
///
/// The connection is opened without SQLite's own mutex and is not `Sendable`: whoever owns it keeps
/// it and all its statements behind one lock (`Mutex`, or an actor with an executor of its own, as
/// every call may block on the disk) and enters the lock for each use, including the release of the
/// last reference. It may move between threads, but two never use it at once.
///
/// What is fixed for every connection:
/// * The schema is not trusted: no double-quoted strings, no extensions, no triggers, no views, no
///   functions with side effects in the schema, and no writing of SQLite's own tables.
/// * No value or row is longer than ``lengthLimit``, and no other file can be attached (which also
///   excludes `VACUUM`).
/// * No symbolic link is followed, in any component of the path.
/// * Temporary data stays in memory.
/// * The writes of a COMMIT to the write-ahead log are joined into one; see `JoinedLog`.
///
/// A file made here has the mode 0644 less the umask. Where that is too open, make an empty file
/// with the right mode first: SQLite gives the write-ahead log the mode of its database.
///
/// - Note: https://www.sqlite.org/security.html
package final class Connection {
    /// The longest value or row in bytes.
    package static let lengthLimit = 2_621_440

    /// The `sqlite3*`, nil once closed.
    private(set) var handle: OpaquePointer?
    /// What a call on a closed connection throws.
    private var closedError = SQLiteError(code: SQLITE_MISUSE, during: "use after close")
    /// The compiled form of each ``FixedStatement``, made at its first use.
    private var fixed = [OpaquePointer?](repeating: nil, count: FixedStatement.allCases.count)

    /// Opens a file as a database.
    ///
    /// The file's header and schema are read, so a file that is no database is refused here.
    ///
    /// - Parameters:
    ///   - path: The file's path; any bytes except NUL. No component may be a symbolic link.
    ///   - options: What the connection may do, and its limits.
    /// - Throws: ``SQLiteError``: `SQLITE_CANTOPEN` (with an `errno`) for a missing file or a
    ///   directory, and for a path that is empty or holds a NUL; `SQLITE_CANTOPEN_SYMLINK` for a
    ///   symbolic link; `SQLITE_READONLY` if writing is asked for and not possible; `SQLITE_NOTADB`
    ///   or `SQLITE_CORRUPT` for other content; `SQLITE_BUSY` if another connection keeps its
    ///   exclusive lock longer than the busy timeout. Nothing stays open.
    package init(path: String, options: Options = Options()) throws(SQLiteError) {
        guard sqlite3_threadsafe() != 0 else {
            // Built without any threading support, even separate connections share state.
            throw SQLiteError(code: SQLITE_MISUSE, during: "open without thread support")
        }
        let immutable = options.mode == .immutable
        guard let uri = DatabaseURI(path: path, immutable: immutable) else {
            throw SQLiteError(code: SQLITE_CANTOPEN, during: "open")
        }
        guard let vfs = options.vfs ?? JoinedLogVFS.standard?.name else {
            throw SQLiteError(code: SQLITE_ERROR, during: "find VFS")
        }
        // Lent to SQLite is a variable and not `handle`: so no access to `handle` can overlap another,
        // and the compiler need not have each checked when it runs, of which a write has dozens.
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(uri.text, &opened, options.mode.openFlags, vfs)
        handle = opened
        do throws(SQLiteError) {
            try check(code, during: "open")
            try harden()
            try apply(options)
        } catch {
            // A failed open leaves a handle too; nothing is prepared on it, so this cannot fail.
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
    }

    deinit {
        // Statements hold their connection, so at this point only the fixed ones are left.
        for statement in fixed { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs one or more SQL statements without parameters and drops the rows they answer with.
    ///
    /// Meant for set-up: each call parses its SQL. If a statement fails, those before it stay done
    /// unless a transaction surrounds them.
    ///
    /// - Parameter sql: The statements; a text with a NUL is `SQLITE_MISUSE`.
    /// - Throws: ``SQLiteError`` of the statement that failed.
    package func execute(_ sql: String) throws(SQLiteError) {
        let handle = try live()
        try checkText(sql, during: "execute")
        try check(sqlite3_exec(handle, sql, nil, nil, nil), during: "execute")
    }

    /// Compiles one SQL statement, to be kept and used again and again.
    ///
    /// - Parameter sql: Exactly one statement; white space and comments may follow it.
    /// - Returns: The statement, without bindings. It keeps this connection alive.
    /// - Throws: ``SQLiteError``: `SQLITE_ERROR` for SQL that does not parse or names an unknown
    ///   table, `SQLITE_MISUSE` for no statement or more than one.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        let statement = try compile(sql)
        return Statement(handle: statement, connection: self)
    }

    /// The number of rows that the last finished INSERT, UPDATE or DELETE touched; 0 once closed.
    package var changes: Int {
        guard let handle else { return 0 }
        return Int(sqlite3_changes64(handle))
    }

    /// Whether a transaction is open on this connection.
    package var isInTransaction: Bool {
        guard let handle else { return false }
        return sqlite3_get_autocommit(handle) == 0
    }

    /// Whether the connection can still be used.
    package var isOpen: Bool { handle != nil }

    /// A number that differs from its last reading if another connection has changed the file since.
    ///
    /// Commits of this connection do not change it. A reading looks at the file's lock and the
    /// write-ahead log's index.
    ///
    /// - Throws: ``SQLiteError`` if the file cannot be looked at.
    package var dataVersion: Int64 {
        get throws(SQLiteError) {
            let statement = try prepared(.dataVersion)
            defer { sqlite3_reset(statement) }
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else { throw failure(code, during: "data version") }
            return sqlite3_column_int64(statement, 0)
        }
    }

    /// A number that stays the same only as long as nobody, this connection included, has changed the
    /// file.
    ///
    /// It may change without a change of the file, as at the end of a transaction that wrote nothing.
    /// It is about the state that the open transaction reads, or without one about the state that
    /// the last transaction ended with: a change by another connection is seen when the next
    /// transaction begins to read. A reading costs no call to the system.
    ///
    /// - Returns: The number, or nil if the connection is closed.
    /// - Note: `SQLITE_FCNTL_DATA_VERSION`, https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html.
    package var fileVersion: UInt32? {
        guard let handle else { return nil }
        var version: UInt32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return code == SQLITE_OK ? version : nil
    }

    /// Closes the file and every statement made here; a second call does nothing.
    ///
    /// An open transaction is rolled back. In WAL mode the last connection to close moves the log
    /// into the database if it can; if it cannot, nothing is lost and the log stays. A later use of
    /// the connection or a statement throws `SQLITE_MISUSE`.
    ///
    /// - Throws: ``SQLiteError`` if SQLite refuses; the connection is still open then.
    package func close() throws(SQLiteError) {
        guard let handle else { return }
        finalizeStatements(of: handle)
        try check(sqlite3_close(handle), during: "close")
        self.handle = nil
    }

    /// Closes a connection whose state cannot be trusted; each later use throws the cause.
    ///
    /// An open transaction is rolled back. Does nothing if the connection is closed already.
    package func abandon(because cause: SQLiteError) {
        guard let handle else { return }
        closedError = cause
        finalizeStatements(of: handle)
        // Nothing is left that could keep the file open, so this cannot fail.
        sqlite3_close_v2(handle)
        self.handle = nil
    }
}

// MARK: - For the rest of this module

extension Connection {
    /// The `sqlite3*` of an open connection.
    func live() throws(SQLiteError) -> OpaquePointer {
        guard let handle else { throw closedError }
        return handle
    }

    /// Throws for any answer but `SQLITE_OK`.
    func check(_ code: Int32, during step: StaticString) throws(SQLiteError) {
        if code != SQLITE_OK { throw failure(code, during: step) }
    }

    /// The error for a code that this connection has just answered.
    func failure(_ code: Int32, during step: StaticString) -> SQLiteError {
        SQLiteError(code: code, during: step, on: handle)
    }

    /// The compiled form of a statement that every connection has, kept after its first use.
    func prepared(_ statement: FixedStatement) throws(SQLiteError) -> OpaquePointer {
        _ = try live()
        if let known = fixed[statement.rawValue] { return known }
        let new = try compile(statement.sql)
        // As with `handle`: read and written, but not changed in place.
        var all = fixed
        all[statement.rawValue] = new
        fixed = all
        return new
    }

    /// The write-ahead log of the file, if it has one.
    var writeAheadLog: JoinedLog? {
        guard let handle else { return nil }
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        return code == SQLITE_OK ? JoinedLog.of(file) : nil
    }

    private func finalizeStatements(of handle: OpaquePointer) {
        fixed = [OpaquePointer?](repeating: nil, count: fixed.count)
        while let statement = sqlite3_next_stmt(handle, nil) {
            // Repeats the error of the statement's last step, which that step has thrown already.
            sqlite3_finalize(statement)
        }
    }

    /// A NUL would end the text for SQLite, and what follows would be left out without a word.
    private func checkText(_ sql: String, during step: StaticString) throws(SQLiteError) {
        if sql.utf8.contains(0) { throw SQLiteError(code: SQLITE_MISUSE, during: step) }
    }

    private func compile(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        let handle = try live()
        try checkText(sql, during: "prepare")
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT | SQLITE_PREPARE_NO_VTAB)
        var statement: OpaquePointer?
        var rest: OpaquePointer?
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(handle, text, -1, flags, &statement, &tail)
            guard code == SQLITE_OK, let tail else { return code }
            // What follows must compile to nothing: white space or a comment.
            return sqlite3_prepare_v3(handle, tail, -1, flags, &rest, nil)
        }
        guard code == SQLITE_OK, rest == nil, let statement else {
            let error = failure(code == SQLITE_OK ? SQLITE_MISUSE : code, during: "prepare")
            sqlite3_finalize(rest)
            sqlite3_finalize(statement)
            throw error
        }
        return statement
    }
}
#endif
