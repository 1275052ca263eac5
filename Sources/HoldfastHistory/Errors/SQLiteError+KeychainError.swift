#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension KeychainError {
    /// The error for a failure of SQLite on a history's file.
    ///
    /// The history's SQL is fixed and right for its schema, so an SQL error, a broken constraint or a
    /// value of another type can only come from a file that is not what the history wrote.
    init(_ error: SQLiteError) {
        switch error.primary {
        case SQLiteCode.error, SQLiteCode.corrupt, SQLiteCode.tooBig, SQLiteCode.constraint,
            SQLiteCode.mismatch, SQLiteCode.notADatabase, SQLiteCode.schema, SQLiteCode.format:
            self.init(
                .dataCorrupted, "the history's file is damaged (\(error.message))",
                nativeDomain: "sqlite", nativeCode: Int(error.code))
        default:
            self.init(
                .unknown, Self.words(for: error), nativeDomain: "sqlite",
                nativeCode: Int(error.code), advice: Self.advice(for: error))
        }
    }

    private static func isFull(_ error: SQLiteError) -> Bool {
        error.primary == SQLiteCode.full || error.code == SQLiteCode.ioSharedMemorySize
    }

    private static func words(for error: SQLiteError) -> String {
        switch error.primary {
        case _ where isFull(error): "the disk is full"
        case SQLiteCode.busy, SQLiteCode.locked: "the history is in use by another process"
        case SQLiteCode.readOnly: "the history cannot be written (read-only)"
        default: "the history's file cannot be used (\(error.message))"
        }
    }

    private static func advice(for error: SQLiteError) -> String? {
        switch error.primary {
        case _ where isFull(error): "free some space; nothing that was stored is lost"
        case SQLiteCode.busy, SQLiteCode.locked: "try again"
        case SQLiteCode.readOnly: "check the permissions and whether the file system is read-only"
        case SQLiteCode.io, SQLiteCode.cannotOpen:
            "check the disk, the permissions and the number of open files"
        default: nil
        }
    }
}

/// Runs a body that speaks SQLite and throws what it throws as the history's error.
func sqlite<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
#endif
