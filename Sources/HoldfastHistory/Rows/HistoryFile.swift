#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// The history's SQLite file: its rows in and out, nothing of what they mean.
///
/// Used under the history's lock, by one thread at a time. Every value that comes from the file is
/// checked for type and length before it is believed.
final class HistoryFile {
    let connection: Connection
    private let statements: Statements

    private struct Statements {
        let root, node, entries, row, listed: Statement
        let putRoot, putNode, putRow, removeRow: Statement
    }

    /// Opens a file that is there.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is no history, `UNSUPPORTED` if it is of a newer format,
    ///   `UNKNOWN` with SQLite's number if it cannot be opened.
    convenience init(path: String, _ options: Connection.Options) throws(KeychainError) {
        try self.init(
            try sqlite { () throws(SQLiteError) in
                try Connection(path: path, options: options)
            })
    }

    private init(_ connection: Connection) throws(KeychainError) {
        self.connection = connection
        try HistorySchema.check(connection)
        try sqlite { () throws(SQLiteError) in
            // Durable when a commit returns; freed pages are overwritten.
            try connection.execute("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON")
        }
        statements = try sqlite { () throws(SQLiteError) in try Self.prepare(connection) }
    }

    private static func prepare(_ connection: Connection) throws(SQLiteError) -> Statements {
        Statements(
            root: try connection.prepare(
                "SELECT format, database, sequence, counts, ranges, mac FROM history WHERE id = 1"),
            node: try connection.prepare("SELECT parts FROM node WHERE id = ?1"),
            entries: try connection.prepare(
                "SELECT id, salt FROM item WHERE id BETWEEN ?1 AND ?2 ORDER BY id"),
            row: try connection.prepare(
                "SELECT salt, kind, version, sealed FROM item WHERE id = ?1"),
            listed: try connection.prepare("SELECT id FROM item WHERE kind = ?1 AND kind < 16"),
            putRoot: try connection.prepare(
                "INSERT OR REPLACE INTO history VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)"),
            putNode: try connection.prepare("INSERT OR REPLACE INTO node VALUES (?1, ?2)"),
            putRow: try connection.prepare(
                """
                INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
                    salt = ?2, kind = ?3, version = ?4, sealed = ?5
                """),
            removeRow: try connection.prepare("DELETE FROM item WHERE id = ?1"))
    }

    /// Makes a history in an existing empty file.
    ///
    /// - Throws: `UNKNOWN` with SQLite's number; the file is then worth nothing.
    static func create(path: String, _ keys: HistoryKeys, vfs: String?) throws(KeychainError) {
        let connection = try sqlite { () throws(SQLiteError) in
            let connection = try Connection(
                path: path, options: .init(mode: .readWrite, vfs: vfs))
            try connection.execute("PRAGMA page_size=4096")
            try connection.execute("PRAGMA application_id=\(HistorySchema.applicationID)")
            try connection.execute("PRAGMA user_version=\(HistorySchema.format)")
            try connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                for statement in HistorySchema.statements { try connection.execute(statement) }
            }
            return connection
        }
        let file = try HistoryFile(connection)
        try connection.transaction(.immediate, mapping: { KeychainError($0) }) {
            () throws(KeychainError) in
            let root = HistoryRoot(sequence: 1)
            try file.put(root, of: keys.database, mac: root.mac(keys))
        }
        try file.emptyLog()
        // Closing removes the empty log: one file is left, and it is synced.
        try sqlite { () throws(SQLiteError) in try connection.close() }
    }

    /// Moves the log into the file and cuts it to nothing; closing is silent where that fails.
    ///
    /// - Throws: `UNKNOWN` if others still use it, or with SQLite's number.
    func emptyLog() throws(KeychainError) {
        let isBusy = try sqlite { () throws(SQLiteError) in
            try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").firstRow { $0.int64(0) }
        }
        guard isBusy == 0 else {
            throw KeychainError(.unknown, "the history's log could not be moved into its file")
        }
    }
}

// MARK: - Rows

extension HistoryFile {
    /// The root as it stands there, not verified yet.
    struct StoredRoot {
        let database: DatabaseID
        let root: HistoryRoot
        let mac: [UInt8]
    }

    func root() throws(KeychainError) -> StoredRoot {
        let found = try statements.root.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            guard try integer(row, 0) == Int64(HistorySchema.format),
                let database = DatabaseID(try blob(row, 1, count: DatabaseID.byteCount))
            else { throw .damagedHistory }
            var root = HistoryRoot()
            root.sequence = UInt64(bitPattern: try integer(row, 2))
            let counts = try blob(row, 3, count: HistoryRoot.countsByteCount)
            root.counts = stride(from: 0, to: counts.count, by: 8).map { start in
                counts[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) }
            }
            root.ranges = try blob(row, 4, count: HistoryRoot.rangesByteCount)
            return StoredRoot(
                database: database, root: root,
                mac: try blob(row, 5, count: HistoryRoot.macByteCount))
        }
        guard let found else { throw .damagedHistory }
        return found
    }

    func put(
        _ root: HistoryRoot, of database: DatabaseID, mac: [UInt8]
    ) throws(KeychainError) {
        let counts = ByteWriter.encode { writer in for count in root.counts { writer.put(count) } }
        try sqlite { () throws(SQLiteError) in
            try statements.putRoot.run([
                .int64(Int64(HistorySchema.format)), .blob(database.bytes),
                .int64(Int64(bitPattern: root.sequence)), .blob(counts), .blob(root.ranges),
                .blob(mac),
            ])
        }
    }

    /// The MACs of a range's parts; zeros if there is no row for it.
    func node(_ range: Int) throws(KeychainError) -> [UInt8] {
        try sqlite { () throws(SQLiteError) in
            try statements.node.bind(1, int64: Int64(range))
        }
        return try statements.node.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            try blob(row, 0, count: HistoryRoot.nodeByteCount)
        } ?? [UInt8](repeating: 0, count: HistoryRoot.nodeByteCount)
    }

    func put(_ node: [UInt8], ofRange range: Int) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try statements.putNode.run([.int64(Int64(range)), .blob(node)])
        }
    }

    /// The ids and salts of all rows of a part, in the order of the ids.
    func entries(of part: TreePart) throws(KeychainError) -> [UInt8] {
        try sqlite { () throws(SQLiteError) in
            try statements.entries.bind(1, blob: part.firstID)
            try statements.entries.bind(2, blob: part.lastID)
        }
        var bytes: [UInt8] = []
        try statements.entries.forEachRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            bytes += try blob(row, 0, count: HistoryRow.idByteCount)
            bytes += try blob(row, 1, count: HistoryRow.saltByteCount)
        }
        return bytes
    }

    func row(_ id: [UInt8]) throws(KeychainError) -> HistoryRow? {
        try sqlite { () throws(SQLiteError) in try statements.row.bind(1, blob: id) }
        return try statements.row.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            guard let code = UInt8(exactly: try integer(row, 1)),
                let kind = RowKind(rawValue: code)
            else { throw .damagedHistory }
            return HistoryRow(
                id: id, kind: kind, version: UInt64(bitPattern: try integer(row, 2)),
                salt: try blob(row, 0, count: HistoryRow.saltByteCount),
                sealed: try blob(row, 3, count: nil))
        }
    }

    /// The ids of all rows of a kind that can be listed, as SQLite finds them.
    func ids(of kind: RowKind) throws(KeychainError) -> [[UInt8]] {
        try sqlite { () throws(SQLiteError) in
            try statements.listed.bind(1, int64: Int64(kind.rawValue))
        }
        var ids: [[UInt8]] = []
        try statements.listed.forEachRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            ids.append(try blob(row, 0, count: HistoryRow.idByteCount))
        }
        return ids
    }

    func put(_ row: HistoryRow) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try statements.putRow.bind(3, int64: Int64(row.kind.rawValue))
            try statements.putRow.bind(4, int64: Int64(bitPattern: row.version))
            try statements.putRow.run(borrowing: [(1, row.id), (2, row.salt), (5, row.sealed)])
        }
    }

    func remove(_ id: [UInt8]) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in try statements.removeRow.run([.blob(id)]) }
    }

    private func integer(_ row: Statement, _ column: Int32) throws(KeychainError) -> Int64 {
        guard row.columnType(column) == .integer else { throw .damagedHistory }
        return row.int64(column)
    }

    private func blob(
        _ row: Statement, _ column: Int32, count: Int?
    ) throws(KeychainError) -> [UInt8] {
        guard row.columnType(column) == .blob else { throw .damagedHistory }
        let bytes = row.blob(column)
        guard count == nil || bytes.count == count else { throw .damagedHistory }
        return bytes
    }
}
#endif
