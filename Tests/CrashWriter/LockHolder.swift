import HoldfastSQLite

/// Holds the vault's write lock until its input ends.
struct LockHolder {
    private let path: String

    init(_ place: Place) {
        path = place.vault + "/vault.db"
    }

    func run() throws {
        let connection = try Connection(path: path)
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            Report.line("HELD")
            do {
                try Report.waitForInput()
            } catch {
                throw SQLiteError(code: SQLiteCode.error, during: "wait")
            }
        }
    }
}
