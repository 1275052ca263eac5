#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

extension VaultDatabase {
    private static let schema = """
        CREATE TABLE vault (
            id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL,
            vault_id BLOB NOT NULL, created INTEGER NOT NULL, is_lab INTEGER NOT NULL,
            device_secret_id BLOB NOT NULL, has_passcode INTEGER NOT NULL,
            kdf_memory_kib INTEGER NOT NULL, kdf_iterations INTEGER NOT NULL,
            kdf_salt BLOB NOT NULL, root_check BLOB NOT NULL, keybag_serial INTEGER NOT NULL,
            digest BLOB NOT NULL) STRICT;
        CREATE TABLE class_key (
            class INTEGER NOT NULL, generation INTEGER NOT NULL, salt BLOB NOT NULL,
            sealed BLOB NOT NULL, key_check BLOB NOT NULL,
            PRIMARY KEY (class, generation)) STRICT, WITHOUT ROWID;
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY CHECK (id = 1), failures INTEGER NOT NULL,
            boot_id TEXT NOT NULL, boot_seconds INTEGER NOT NULL,
            wall_seconds INTEGER NOT NULL) STRICT;
        CREATE TABLE root (
            id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL, mac BLOB NOT NULL,
            keybag_serial INTEGER NOT NULL, keybag_digest BLOB NOT NULL,
            nodes BLOB NOT NULL) STRICT;
        CREATE TABLE node (id INTEGER PRIMARY KEY, buckets BLOB NOT NULL) STRICT;
        CREATE TABLE bucket (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
        CREATE TABLE item (
            id BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL, state INTEGER NOT NULL,
            class INTEGER NOT NULL, generation INTEGER NOT NULL, gate INTEGER NOT NULL,
            salt BLOB NOT NULL, metadata BLOB NOT NULL, value_digest BLOB NOT NULL,
            value BLOB NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// Makes a vault in an existing empty file.
    ///
    /// - Throws: `UNKNOWN` with SQLite's number; the file is then worth nothing.
    static func create(
        path: String, _ keybag: Keybag, metadataKey: SecretBytes, vfs: String?
    ) throws(KeychainError) {
        let connection = try sqlite { () throws(SQLiteError) in
            let connection = try Connection(
                path: path, options: .init(mode: .readWrite, vfs: vfs))
            try connection.execute("PRAGMA application_id=\(applicationID)")
            try connection.execute("PRAGMA user_version=\(Keybag.format)")
            try connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            return connection
        }
        try connection.transaction(.immediate, mapping: { KeychainError($0) }) {
            () throws(KeychainError) in
            try sqlite { () throws(SQLiteError) in try connection.execute(schema) }
            try fill(connection, keybag, metadataKey: metadataKey)
        }
        // Closing checkpoints and removes the log: one file is left, and it is synced.
        try sqlite { () throws(SQLiteError) in try connection.close() }
    }

    private static func fill(
        _ connection: Connection, _ keybag: Keybag, metadataKey: SecretBytes
    ) throws(KeychainError) {
        guard let slot = keybag.current(.metadata) else {
            throw KeychainError(.unknown, "a vault has a metadata class")
        }
        // The format is read back from the table that is filled next.
        try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "INSERT INTO vault VALUES (1, ?1, x'', 0, 0, x'', 0, 0, 0, x'', x'', 0, x'')"
            ).run([.int64(Int64(Keybag.format))])
        }
        // Inside a transaction the connection's settings cannot be changed, and need not be.
        let database = try VaultDatabase(connection, isWritable: false)
        try database.put(keybag)
        let keys = try IndexKeys(metadataKey: metadataKey, slot: slot, vaultID: keybag.vaultID)
        let root = TreeRoot(
            sequence: 1, keybagSerial: keybag.serial, keybagDigest: keybag.digest,
            nodes: [UInt8](repeating: 0, count: TreeRoot.nodesByteCount))
        try database.put(root, mac: root.mac(keys))
    }
}
#endif
