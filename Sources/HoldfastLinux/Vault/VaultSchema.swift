#if os(Linux)
import HoldfastCore
import HoldfastSQLite

/// The tables of a vault, exactly as they stand in its file.
enum VaultSchema {
    /// The tables of a format, one statement each, in the order of creation.
    static func tables(ofFormat format: UInt32) -> [String] {
        format == Keybag.firstFormat ? firstTables : firstTables + addedTables
    }

    /// What a file of format 1 gets when it becomes one of format 2.
    static let addedTables = [
        """
        CREATE TABLE sealed_secret (
            id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL,
            registers INTEGER NOT NULL, needs_passcode INTEGER NOT NULL) STRICT
        """,
        """
        CREATE TABLE rescue (
            id INTEGER PRIMARY KEY CHECK (id = 1), created INTEGER NOT NULL,
            root_check BLOB NOT NULL, salt BLOB NOT NULL, sealed BLOB NOT NULL,
            key_check BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE rescue_key (
            class INTEGER NOT NULL, generation INTEGER NOT NULL, salt BLOB NOT NULL,
            sealed BLOB NOT NULL, key_check BLOB NOT NULL,
            PRIMARY KEY (class, generation)) STRICT, WITHOUT ROWID
        """,
    ]

    private static let firstTables = [
        """
        CREATE TABLE vault (
            id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL,
            vault_id BLOB NOT NULL, created INTEGER NOT NULL, is_lab INTEGER NOT NULL,
            device_secret_id BLOB NOT NULL, has_passcode INTEGER NOT NULL,
            kdf_memory_kib INTEGER NOT NULL, kdf_iterations INTEGER NOT NULL,
            kdf_salt BLOB NOT NULL, root_check BLOB NOT NULL, keybag_serial INTEGER NOT NULL,
            digest BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE class_key (
            class INTEGER NOT NULL, generation INTEGER NOT NULL, salt BLOB NOT NULL,
            sealed BLOB NOT NULL, key_check BLOB NOT NULL,
            PRIMARY KEY (class, generation)) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY CHECK (id = 1), failures INTEGER NOT NULL,
            boot_id TEXT NOT NULL, boot_seconds INTEGER NOT NULL,
            wall_seconds INTEGER NOT NULL) STRICT
        """,
        """
        CREATE TABLE root (
            id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL, mac BLOB NOT NULL,
            keybag_serial INTEGER NOT NULL, keybag_digest BLOB NOT NULL,
            ranges BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE node (id INTEGER PRIMARY KEY, parts BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE item (
            id BLOB PRIMARY KEY NOT NULL, tag BLOB NOT NULL, digest BLOB NOT NULL,
            version INTEGER NOT NULL, state INTEGER NOT NULL, class INTEGER NOT NULL,
            generation INTEGER NOT NULL, gate INTEGER NOT NULL, salt BLOB NOT NULL,
            metadata BLOB NOT NULL, value_digest BLOB NOT NULL, value BLOB NOT NULL)
            STRICT, WITHOUT ROWID
        """,
    ]

    /// Refuses a file whose schema is anything else.
    ///
    /// A planted trigger, view, index or table, or a changed definition, would make SQLite do other
    /// things than the statements say.
    ///
    /// - Parameters:
    ///   - connection: the open file.
    ///   - format: what the file says of itself.
    /// - Throws: `DATA_CORRUPTED`, before any row is read.
    static func check(
        _ connection: Connection, format: UInt32
    ) throws(KeychainError) {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare("SELECT type, sql FROM sqlite_schema ORDER BY rowid")
        }
        var found: [String] = []
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            found.append(row.text(0) == "table" ? row.text(1) : "")
        }
        guard found.elementsEqual(tables(ofFormat: format), by: { $0.utf8.elementsEqual($1.utf8) })
        else {
            throw KeychainError(.dataCorrupted, "the vault's tables are not as they were made")
        }
    }
}
#endif
