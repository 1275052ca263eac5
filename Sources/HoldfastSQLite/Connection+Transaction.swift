#if canImport(CSQLite)
internal import CSQLite

extension Connection {
    /// When a transaction takes its locks.
    package enum TransactionKind: Sendable, CaseIterable {
        /// At the first read or write.
        case deferred
        /// The write lock at once; others can still read.
        case immediate
        /// As ``immediate``, and outside WAL mode nobody else can read either.
        case exclusive
    }

    /// Runs `body` between BEGIN and COMMIT, or leaves the file as it was.
    ///
    /// If this returns, the COMMIT was answered with success. If it throws, no transaction is open
    /// and what `body` did is rolled back; the one exception to the second half is an I/O error
    /// from the COMMIT's own sync, after which the next open may find the change, wholly or not at
    /// all. Do not nest: the inner call throws `SQLITE_ERROR` and leaves the outer transaction open.
    ///
    /// Should even the ROLLBACK fail, the connection is closed, which ends the transaction, and
    /// each later use throws the ROLLBACK's error.
    ///
    /// - Parameters:
    ///   - kind: When the locks are taken.
    ///   - mapping: Makes the caller's error of SQLite's, for BEGIN and COMMIT.
    ///   - body: What to do; it must reset the statements it steps.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` threw, or the mapped error of BEGIN (`SQLITE_BUSY` if another
    ///   connection kept its lock longer than the busy timeout) or COMMIT.
    package func transaction<R: ~Copyable, E: Error>(
        _ kind: TransactionKind, mapping: (SQLiteError) -> E, _ body: () throws(E) -> R
    ) throws(E) -> R {
        do throws(SQLiteError) {
            // Compiled before it is needed, so that a lack of memory cannot prevent it.
            _ = try prepared(.rollback)
            try run(kind.begin, during: "begin")
        } catch {
            throw mapping(error)
        }
        let result: R
        do throws(E) {
            result = try body()
        } catch {
            rollBack()
            throw error
        }
        do throws(SQLiteError) {
            try commit()
        } catch {
            rollBack()
            throw mapping(error)
        }
        return result
    }

    /// The same for a body that throws SQLite's errors only, or nothing.
    ///
    /// - Parameters:
    ///   - kind: When the file is locked.
    ///   - body: What belongs together.
    /// - Returns: What `body` returned.
    /// - Throws: ``SQLiteError``; nothing of the transaction is in the file then.
    package func transaction<R: ~Copyable>(
        _ kind: TransactionKind, _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        try transaction(kind, mapping: { (error: SQLiteError) in error }, body)
    }

    private func commit() throws(SQLiteError) {
        let log = writeAheadLog
        log?.beginCommit()
        defer { log?.endCommit() }
        try run(.commit, during: "commit")
    }

    private func rollBack() {
        // Some errors (disk full, I/O, out of memory) have ended the transaction already.
        guard isInTransaction else { return }
        do throws(SQLiteError) {
            try run(.rollback, during: "rollback")
        } catch {
            // A ROLLBACK that reports an I/O error has mostly ended the transaction all the same.
            if isInTransaction { abandon(because: error) }
        }
    }

    private func run(_ fixed: FixedStatement, during step: StaticString) throws(SQLiteError) {
        let statement = try prepared(fixed)
        let code = sqlite3_step(statement)
        // The errno must be read before the reset, which may replace it.
        let error = code == SQLITE_DONE ? nil : failure(code, during: step)
        sqlite3_reset(statement)
        if let error { throw error }
    }
}

extension Connection.TransactionKind {
    fileprivate var begin: FixedStatement {
        switch self {
        case .deferred: .beginDeferred
        case .immediate: .beginImmediate
        case .exclusive: .beginExclusive
        }
    }
}
#endif
