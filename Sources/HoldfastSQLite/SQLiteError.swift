#if canImport(CSQLite)
internal import CSQLite

/// What SQLite answered when it did not do what it was asked.
///
/// Holds no SQL, no bound value and no path: the text is SQLite's constant for the code, with the
/// step that failed in front.
///
/// - Note: Codes: https://www.sqlite.org/rescode.html
package struct SQLiteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The extended result code, such as 1555 (`SQLITE_CONSTRAINT_PRIMARYKEY`).
    package let code: Int32
    /// The operating system's `errno` behind an I/O or open error, 0 where there is none.
    package let systemErrno: Int32
    /// The step that failed and SQLite's constant text for the code, such as `commit: disk I/O error`.
    package let message: String

    /// The primary result code, such as 19 (`SQLITE_CONSTRAINT`): the low eight bits of `code`.
    package var primary: Int32 { code & 0xff }

    /// The message, the extended code and the `errno`, if there is one.
    package var description: String {
        let cause = systemErrno == 0 ? "" : ", errno \(systemErrno)"
        return "\(message) (SQLite \(code)\(cause))"
    }

    /// Describes a failed step by its code alone.
    ///
    /// - Parameters:
    ///   - code: An extended or primary result code of SQLite.
    ///   - step: What was being done, in a word.
    ///   - systemErrno: The `errno` behind the failure, or 0.
    package init(code: Int32, during step: StaticString, systemErrno: Int32 = 0) {
        self.code = code
        self.systemErrno = systemErrno
        // Never sqlite3_errmsg: it quotes SQL, column names and paths.
        self.message = "\(step): \(String(cString: sqlite3_errstr(code)))"
    }

    /// Describes the step that has just failed on a connection.
    init(code: Int32, during step: StaticString, on connection: OpaquePointer?) {
        let primary = code & 0xff
        // SQLite notes errno for these two only; for the others it still holds an older one.
        let hasErrno = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN
        let systemErrno = hasErrno && connection != nil ? sqlite3_system_errno(connection) : 0
        self.init(code: code, during: step, systemErrno: systemErrno)
    }
}
#endif
