#if os(Linux)
import HoldfastCore
import HoldfastSQLite

extension VaultDatabase {
    /// Refuses a file whose schema is not exactly the one that a new vault gets.
    ///
    /// A view in the place of a table could hide rows, an index or a generated column answer for
    /// them; what they answer is verified anyway, and nothing of the kind is ours.
    ///
    /// - Throws: `DATA_CORRUPTED` if anything is missing, changed or added.
    static func checkSchema(_ connection: Connection) throws(KeychainError) {
        let select = try sqlite { () throws(SQLiteError) in
            try connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")
        }
        // As bytes: to `String`, the Kelvin sign is a K.
        var found: [[[UInt8]]] = []
        try select.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            found.append((0..<4).map { row.blob($0) })
        }
        let expected = schema.map { table, sql in
            ["table", table, table, sql].map { Array($0.utf8) }
        }
        guard found == expected else {
            throw KeychainError(
                .dataCorrupted, "the vault's file has other tables than a vault's",
                advice: Tree.damaged.advice)
        }
    }

    /// Compares the number of stored nodes with the root's, and asks SQLite about its pages.
    ///
    /// - Throws: `DATA_CORRUPTED` if there is a node that the root does not know or a page that is
    ///   not as SQLite leaves it.
    func checkCounts(of root: TreeRoot) throws(KeychainError) {
        let known = (0..<TreeRoot.nodeCount).filter {
            !root.nodes[macRange($0)].elementsEqual(TreeRoot.zeroMAC)
        }
        let nodes = try sqlite { () throws(SQLiteError) in
            try connection.prepare("SELECT count(*) FROM node")
        }
        let count = try firstRow(nodes) { (row) throws(KeychainError) in try integer(row, 0) }
        guard count == known.count else { throw Tree.damaged }
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
