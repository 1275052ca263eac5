#if os(Linux)
internal import HoldfastSQLite
internal import HoldfastWire

/// One connection to the database with its compiled statements.
///
/// It belongs to one thread at a time; ``SQLiteStorage`` sees to that.
final class SQLiteRecords: RelayRecords {
    let connection: Connection
    /// By where their text lies in the program, which is compared faster than the text.
    private var statements: [UnsafePointer<UInt8>: Statement] = [:]

    /// Opens a connection.
    init(path: String, isWriter: Bool) throws(SQLiteError) {
        let options = Connection.Options(
            mode: isWriter ? .readWriteCreate : .readOnly, busyTimeoutMilliseconds: 10_000,
            cacheKiB: isWriter ? 4_096 : 512)
        connection = try Connection(path: path, options: options)
        if isWriter {
            // A removed message or key leaves no bytes behind in the file.
            try connection.execute("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON")
        }
    }

    /// A statement that is compiled once.
    private func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        if let known = statements[sql.utf8Start] { return known }
        let new = try connection.prepare(sql.description)
        statements[sql.utf8Start] = new
        return new
    }

    /// Runs a statement that gives no rows.
    ///
    /// - Returns: how many rows it touched.
    @discardableResult
    func run(
        _ sql: StaticString, _ bindings: [Statement.Binding]
    ) throws(StorageError) -> Int {
        do throws(SQLiteError) {
            try statement(sql).run(bindings)
            return connection.changes
        } catch {
            throw StorageError(error)
        }
    }

    /// Runs a statement that gives no rows, with bytes that are not copied.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - bindings: the other parameters, which are the first ones.
    ///   - blob: the bytes and their parameter.
    /// - Throws: ``StorageError``; the statement has done nothing then.
    func run(
        _ sql: StaticString, _ bindings: [Statement.Binding], borrowing blob: Statement.Blob
    ) throws(StorageError) {
        do throws(SQLiteError) {
            let statement = try statement(sql)
            try statement.bind(all: bindings)
            try statement.run(borrowing: [blob])
        } catch {
            throw StorageError(error)
        }
    }

    /// The first row of a statement.
    func first<R>(
        _ sql: StaticString, _ bindings: [Statement.Binding], _ row: (Statement) -> R
    ) throws(StorageError) -> R? {
        do throws(SQLiteError) {
            let statement = try statement(sql)
            try statement.bind(all: bindings)
            return try statement.firstRow { (statement) throws(SQLiteError) in row(statement) }
        } catch {
            throw StorageError(error)
        }
    }

    /// What an insertion that gave no row is.
    static var noRow: StorageError {
        StorageError(reason: .failed, message: "an insertion gave no row")
    }

    /// The rows of a statement as long as the body says to go on.
    func each(
        _ sql: StaticString, _ bindings: [Statement.Binding], _ row: (Statement) -> Bool
    ) throws(StorageError) {
        do throws(SQLiteError) {
            let statement = try statement(sql)
            defer { statement.reset() }
            try statement.bind(all: bindings)
            while try statement.step() {
                if !row(statement) { return }
            }
        } catch {
            throw StorageError(error)
        }
    }
}

extension Statement {
    /// Binds all parameters in their order.
    fileprivate func bind(all bindings: [Binding]) throws(SQLiteError) {
        var index: Int32 = 0
        for binding in bindings {
            index += 1
            switch binding {
            case .null: try bindNull(index)
            case .int64(let value): try bind(index, int64: value)
            case .text(let value): try bind(index, text: value)
            case .blob(let value): try bind(index, blob: value)
            }
        }
    }
}

extension Statement.Binding {
    /// A name's 32 bytes.
    static func name(_ name: some WireIdentifier) -> Statement.Binding { .blob(name.bytes) }
}

extension StorageError {
    /// What an error of SQLite means to a relay.
    init(_ error: SQLiteError) {
        switch error.primary {
        case SQLiteCode.full: reason = .full
        case SQLiteCode.busy, SQLiteCode.locked, SQLiteCode.lockingProtocol, SQLiteCode.outOfMemory:
            reason = .unavailable
        // ENOSPC and EDQUOT come as errors of the disk where SQLite wrote to its log.
        case SQLiteCode.io where [28, 122].contains(error.systemErrno): reason = .full
        case SQLiteCode.io where error.code == SQLiteCode.ioSharedMemorySize: reason = .full
        default: reason = .failed
        }
        message = error.description
    }
}
#endif
