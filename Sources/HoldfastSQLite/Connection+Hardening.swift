#if canImport(CSQLite)
internal import CSQLite

extension Connection {
    /// Sets what is the same for every connection, before any SQL and before the schema is read.
    func harden() throws(SQLiteError) {
        let handle = try live()
        for (option, on) in Self.switches {
            try check(holdfast_sqlite_switch(handle, option, on), during: "harden")
        }
        for (limit, value) in Self.limits {
            sqlite3_limit(handle, limit, value)
            // A negative value reads the limit; SQLite cuts a value above its compiled maximum.
            guard sqlite3_limit(handle, limit, -1) <= value else {
                throw SQLiteError(code: SQLITE_ERROR, during: "limit")
            }
        }
    }

    /// Sets what the caller chose, and reads the file for the first time.
    func apply(_ options: Options) throws(SQLiteError) {
        let handle = try live()
        // SQLite opens a file that it may not write for reading, without a word.
        guard !options.mode.writes || sqlite3_db_readonly(handle, "main") == 0 else {
            throw SQLiteError(code: SQLITE_READONLY, during: "open")
        }
        let timeout = Int32(clamping: max(0, options.busyTimeoutMilliseconds))
        try check(sqlite3_busy_timeout(handle, timeout), during: "open")
        // With mapped pages an I/O error would be a signal; 2 is MEMORY; the check of cell sizes
        // finds a damaged page before it is used; cache_size reads the schema.
        let cacheKiB = Int32(clamping: max(0, options.cacheKiB))
        let sql = """
            PRAGMA mmap_size = 0; PRAGMA temp_store = 2; PRAGMA cell_size_check = ON;
            PRAGMA cache_size = \(cacheKiB == 0 ? "0" : "-\(cacheKiB)");
            """
        try check(sqlite3_exec(handle, sql, nil, nil, nil), during: "open")
    }

    private static var switches: [(option: Int32, on: Int32)] {
        [
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        ]
    }

    private static var limits: [(limit: Int32, value: Int32)] {
        [
            (SQLITE_LIMIT_LENGTH, Int32(lengthLimit)),
            (SQLITE_LIMIT_SQL_LENGTH, 100_000),
            (SQLITE_LIMIT_COLUMN, 100),
            (SQLITE_LIMIT_EXPR_DEPTH, 50),
            (SQLITE_LIMIT_COMPOUND_SELECT, 10),
            (SQLITE_LIMIT_VDBE_OP, 100_000),
            (SQLITE_LIMIT_FUNCTION_ARG, 16),
            (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
            (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
    }
}
#endif
