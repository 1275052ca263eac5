#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

extension VaultDatabase {
    /// Makes a vault in an existing empty file.
    ///
    /// - Throws: `UNKNOWN` with SQLite's number; the file is then worth nothing.
    static func create(
        path: String, _ keybag: Keybag, metadataKey: SecretBytes, vfs: String?
    ) throws(KeychainError) {
        let connection = try sqlite { () throws(SQLiteError) in
            let connection = try Connection(
                path: path, options: .init(mode: .readWrite, vfs: vfs))
            // The root and its MACs fit into one page of this size, and a commit writes that page.
            try connection.execute("PRAGMA page_size=2048")
            try connection.execute("PRAGMA application_id=\(applicationID)")
            try connection.execute("PRAGMA user_version=\(keybag.format)")
            try connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            return connection
        }
        try connection.transaction(.immediate, mapping: { KeychainError($0) }) {
            () throws(KeychainError) in
            try sqlite { () throws(SQLiteError) in
                for table in VaultSchema.tables(ofFormat: keybag.format) {
                    try connection.execute(table)
                }
            }
            try fill(connection, keybag, metadataKey: metadataKey)
        }
        // Closing would do that too, but keep silent if it failed; the file alone gets the name.
        try moveLog(of: connection)
        // Closing removes the empty log: one file is left, and it is synced.
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
            ).run([.int64(Int64(keybag.format))])
        }
        // Inside a transaction the connection's settings cannot be changed, and need not be.
        let database = try VaultDatabase(connection, isWritable: false)
        try database.put(keybag)
        let keys = try IndexKeys(metadataKey: metadataKey, slot: slot, vaultID: keybag.vaultID)
        let root = TreeRoot(
            sequence: 1, keybagSerial: keybag.serial, keybagDigest: keybag.digest,
            ranges: [UInt8](repeating: 0, count: TreeRoot.rangesByteCount))
        try database.put(root, mac: root.mac(keys))
    }
}
#endif
