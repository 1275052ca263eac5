#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension KeychainError {
    /// The error for a failure of SQLite on a vault's file.
    ///
    /// The vault's SQL is fixed and right for its schema, so an SQL error, a broken constraint or a
    /// value of another type can only come from a file that is not what the vault wrote.
    init(_ error: SQLiteError) {
        switch error.primary {
        case SQLiteCode.error, SQLiteCode.corrupt, SQLiteCode.tooBig, SQLiteCode.constraint,
            SQLiteCode.mismatch, SQLiteCode.notADatabase, SQLiteCode.schema, SQLiteCode.format:
            self.init(
                .dataCorrupted, "the vault's file is damaged (\(error.message))",
                nativeDomain: "sqlite", nativeCode: Int(error.code))
        default:
            self.init(
                .unknown, Self.words(for: error), nativeDomain: "sqlite",
                nativeCode: Int(error.code), advice: Self.advice(for: error))
        }
    }

    /// Whether another process held the vault for longer than the bound.
    var isBusy: Bool {
        nativeDomain == "sqlite"
            && nativeCode.map { $0 & 0xff == SQLiteCode.busy || $0 & 0xff == SQLiteCode.locked }
                ?? false
    }

    /// Whether there was no space for the log's index, which every process needs.
    var isLackOfIndexSpace: Bool {
        nativeDomain == "sqlite" && nativeCode == Int(SQLiteCode.ioSharedMemorySize)
    }

    /// Whether a file could not be opened for writing, or not be made.
    var isLackOfRights: Bool {
        nativeDomain == "sqlite"
            && nativeCode.map {
                [SQLiteCode.readOnly, SQLiteCode.cannotOpen, SQLiteCode.permission]
                    .contains(Int32(truncatingIfNeeded: $0) & 0xff)
            } ?? false
    }

    private static func words(for error: SQLiteError) -> String {
        switch error.primary {
        case SQLiteCode.busy, SQLiteCode.locked: "the vault is in use by another process"
        case SQLiteCode.readOnly: "the vault cannot be written (read-only)"
        case _ where error.code == SQLiteCode.ioSharedMemorySize: "the disk is full"
        case SQLiteCode.full: "the disk is full"
        default:
            error.systemErrno == 0
                ? "the vault's file cannot be used (\(error.message))"
                : "the vault's file cannot be used (\(error.message);"
                    + " \(Errno(error.systemErrno).text))"
        }
    }

    private static func advice(for error: SQLiteError) -> String? {
        switch error.primary {
        case SQLiteCode.busy, SQLiteCode.locked: "try again"
        case SQLiteCode.readOnly: "check the permissions and whether the file system is read-only"
        case _ where error.code == SQLiteCode.ioSharedMemorySize:
            "free some space; nothing that was stored is lost"
        case SQLiteCode.full: "free some space; nothing that was stored is lost"
        case SQLiteCode.io, SQLiteCode.cannotOpen:
            "check the disk, the permissions and the number of open files"
        default: nil
        }
    }
}

/// Runs a body that speaks SQLite and throws what it throws as the vault's error.
func sqlite<R>(_ body: () throws(SQLiteError) -> R) throws(KeychainError) -> R {
    do {
        return try body()
    } catch {
        throw KeychainError(error)
    }
}
#endif
