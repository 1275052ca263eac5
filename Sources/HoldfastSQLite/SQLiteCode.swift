#if canImport(CSQLite)
internal import CSQLite

/// SQLite's result codes that callers tell apart, so that they need not import SQLite.
///
/// Compare a primary code with ``SQLiteError/primary`` and an extended one with
/// ``SQLiteError/code``.
///
/// - Note: https://www.sqlite.org/rescode.html
package enum SQLiteCode {
    // Primary codes.
    /// SQL that cannot be run, or a state in which it cannot.
    package static let error = SQLITE_ERROR
    /// Access that the system denies.
    package static let permission = SQLITE_PERM
    /// A lock that another connection holds.
    package static let busy = SQLITE_BUSY
    /// A lock that this connection holds itself.
    package static let locked = SQLITE_LOCKED
    /// No memory left.
    package static let outOfMemory = SQLITE_NOMEM
    /// A write to what can only be read.
    package static let readOnly = SQLITE_READONLY
    /// An error of the disk.
    package static let io = SQLITE_IOERR
    /// A database that is damaged.
    package static let corrupt = SQLITE_CORRUPT
    /// A disk or database that is full.
    package static let full = SQLITE_FULL
    /// A file that cannot be opened.
    package static let cannotOpen = SQLITE_CANTOPEN
    /// A race for the write-ahead log that was lost too often.
    package static let lockingProtocol = SQLITE_PROTOCOL
    /// A value or text above the limit.
    package static let tooBig = SQLITE_TOOBIG
    /// The schema changed while a statement was compiled, again and again.
    package static let schema = SQLITE_SCHEMA
    /// Not used by SQLite any more; kept so that a file's error has a name.
    package static let format = SQLITE_FORMAT
    /// A constraint of the schema that would be broken.
    package static let constraint = SQLITE_CONSTRAINT
    /// A value of the wrong type.
    package static let mismatch = SQLITE_MISMATCH
    /// A call at the wrong time, such as after close.
    package static let misuse = SQLITE_MISUSE
    /// A parameter that is not there.
    package static let range = SQLITE_RANGE
    /// A file that is no database.
    package static let notADatabase = SQLITE_NOTADB

    // Extended codes; their macros are expressions, which the importer leaves out.
    /// A read that failed.
    package static let ioRead = SQLITE_IOERR | 1 << 8
    /// A read that found less than was there before.
    package static let ioShortRead = SQLITE_IOERR | 2 << 8
    /// A write that failed.
    package static let ioWrite = SQLITE_IOERR | 3 << 8
    /// A sync that failed, so that it is unknown what is durable.
    package static let ioSync = SQLITE_IOERR | 4 << 8
    /// A sync of a folder that failed.
    package static let ioFolderSync = SQLITE_IOERR | 5 << 8
    /// A file that could not be cut.
    package static let ioTruncate = SQLITE_IOERR | 6 << 8
    /// A file that could not be removed.
    package static let ioRemove = SQLITE_IOERR | 10 << 8
    /// No space for the index of the write-ahead log.
    package static let ioSharedMemorySize = SQLITE_IOERR | 19 << 8
    /// A path that leads over a symbolic link.
    package static let cannotOpenSymbolicLink = SQLITE_CANTOPEN | 6 << 8
    /// Another connection that is recovering the write-ahead log.
    package static let busyRecovery = SQLITE_BUSY | 1 << 8
    /// A read transaction too old to become a write transaction.
    package static let busySnapshot = SQLITE_BUSY | 2 << 8
    /// NULL where none may be.
    package static let constraintNotNull = SQLITE_CONSTRAINT | 5 << 8
    /// A primary key that is there already.
    package static let constraintPrimaryKey = SQLITE_CONSTRAINT | 6 << 8
    /// A value that must be unique and is there already.
    package static let constraintUnique = SQLITE_CONSTRAINT | 8 << 8
}
#endif
