#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension VaultDatabase {
    /// Compares the number of stored nodes with the tree's, and asks SQLite about its pages.
    ///
    /// - Throws: `DATA_CORRUPTED` if there is a node that the tree does not know or a page that is
    ///   not as SQLite leaves it.
    func checkPages(_ nodeCount: Int) throws(KeychainError) {
        let nodes = try sqlite { () throws(SQLiteError) in
            try connection.prepare("SELECT count(*) FROM node")
        }
        let count = try firstRow(nodes) { (row) throws(KeychainError) in try integer(row, 0) }
        guard count == nodeCount else { throw Tree.damaged }
        let check = try sqlite { () throws(SQLiteError) in
            try connection.prepare("PRAGMA integrity_check(1)")
        }
        let isWhole = try firstRow(check) { (row) throws(KeychainError) in row.text(0) == "ok" }
        guard isWhole else {
            throw KeychainError(.dataCorrupted, "SQLite finds the vault's file damaged")
        }
    }
}
#endif
