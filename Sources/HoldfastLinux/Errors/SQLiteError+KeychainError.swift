#if os(Linux)
import HoldfastCore
import HoldfastSQLite

// SQLite's primary result codes, by number: https://www.sqlite.org/rescode.html. They are part of
// SQLite's stable interface, and this module does not import the library itself.
private let sqliteError: Int32 = 1
private let sqliteReadOnly: Int32 = 8
private let sqliteCorrupt: Int32 = 11
private let sqliteSchema: Int32 = 17
private let sqliteTooBig: Int32 = 18
private let sqliteConstraint: Int32 = 19
private let sqliteMismatch: Int32 = 20
private let sqliteFormat: Int32 = 24
private let sqliteNotADatabase: Int32 = 26

extension KeychainError {
    /// The error for a failure of SQLite on a vault's file.
    ///
    /// The vault's SQL is fixed and right for its schema, so an SQL error, a broken constraint or a
    /// value of another type can only come from a file that is not what the vault wrote.
    init(_ error: SQLiteError) {
        switch error.primary {
        case sqliteError, sqliteCorrupt, sqliteSchema, sqliteTooBig, sqliteConstraint,
            sqliteMismatch, sqliteFormat, sqliteNotADatabase:
            self.init(
                .dataCorrupted, "the vault's file is damaged (\(error.message))",
                nativeDomain: "sqlite", nativeCode: Int(error.code))
        default:
            self.init(
                .unknown, Self.words(for: error), nativeDomain: "sqlite",
                nativeCode: Int(error.code), advice: Self.advice(for: error))
        }
    }

    /// The domain `sqlite` and this number, for a vault that is busy.
    static let sqliteBusy = 5

    private static func words(for error: SQLiteError) -> String {
        switch error.primary {
        case 5, 6: "the vault is in use by another process"
        case sqliteReadOnly: "the vault cannot be written (read-only)"
        case 13: "the disk is full"
        default:
            error.systemErrno == 0
                ? "the vault's file cannot be used (\(error.message))"
                : "the vault's file cannot be used (\(error.message);"
                    + " \(Errno(error.systemErrno).text))"
        }
    }

    private static func advice(for error: SQLiteError) -> String? {
        switch error.primary {
        case 5, 6: "try again"
        case sqliteReadOnly: "check the permissions and whether the file system is read-only"
        case 13: "free some space; nothing that was stored is lost"
        case 10, 14: "check the disk, the permissions and the number of open files"
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
