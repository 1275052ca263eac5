#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite

/// The vault's SQLite file: its rows in and out, nothing of what they mean.
///
/// Used under the vault's lock, by one thread at a time. Every value that comes from the file is
/// checked for type and length before it is believed.
final class VaultDatabase {
    /// Stands in the file's header: "HFVT".
    static let applicationID: Int64 = 0x4846_5654

    let connection: Connection
    private let statements: Statements

    fileprivate struct Statements {
        let rootStamp: Statement
        let root: Statement
        let node: Statement
        let entries: Statement
        let item: Statement
        let itemHead: Statement
        let putRoot: Statement
        let putNode: Statement
        let putItem: Statement
        let removeNode: Statement
        let removeItem: Statement
    }

    /// Opens an existing vault's file.
    ///
    /// - Throws: `DATA_CORRUPTED` if it is not a vault, `UNSUPPORTED` if it is of a newer format,
    ///   `UNKNOWN` with SQLite's number if it cannot be opened.
    convenience init(path: String, _ options: Connection.Options) throws(KeychainError) {
        let connection = try sqlite { () throws(SQLiteError) in
            try Connection(path: path, options: options)
        }
        try self.init(connection, isWritable: options.mode != .immutable)
    }

    init(_ connection: Connection, isWritable: Bool) throws(KeychainError) {
        self.connection = connection
        try VaultSchema.check(connection, format: try Self.checkedFormat(connection))
        if isWritable {
            try sqlite { () throws(SQLiteError) in
                // Durable when a commit returns; freed pages are overwritten.
                try connection.execute("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON")
                // Each commit looks for a free slot in the log's index, past all the slots that
                // the root's page has there already: a short log costs less than a long one saves.
                try connection.execute("PRAGMA wal_autocheckpoint=1000")
            }
        }
        statements = try sqlite { () throws(SQLiteError) in try Statements(connection) }
    }

    private static func checkedFormat(
        _ connection: Connection
    ) throws(KeychainError) -> UInt32 {
        let application = try pragma("application_id", connection)
        guard application == applicationID else {
            throw KeychainError(.dataCorrupted, "the file is not a vault, or its start is damaged")
        }
        let version = try pragma("user_version", connection)
        let stored = try sqlite { () throws(SQLiteError) in
            let statement = try connection.prepare("SELECT format FROM vault WHERE id = 1")
            defer { statement.reset() }
            return try statement.step() ? statement.int64(0) : -1
        }
        guard version == stored else {
            throw KeychainError(.dataCorrupted, "the vault's format numbers contradict each other")
        }
        guard version <= Int64(Keybag.newestFormat) else {
            throw KeychainError(
                .unsupported, "the vault is of the newer format \(version)",
                advice: "use the newer version of this program that wrote it; it is untouched")
        }
        guard version >= Int64(Keybag.firstFormat) else {
            throw KeychainError(.dataCorrupted, "the vault's format \(version) never existed")
        }
        return UInt32(version)
    }

    static func pragma(
        _ name: String, _ connection: Connection
    ) throws(KeychainError) -> Int64 {
        try sqlite { () throws(SQLiteError) in
            let statement = try connection.prepare("PRAGMA \(name)")
            defer { statement.reset() }
            return try statement.step() ? statement.int64(0) : 0
        }
    }
}

extension VaultDatabase.Statements {
    init(_ connection: Connection) throws(SQLiteError) {
        rootStamp = try connection.prepare("SELECT sequence, mac FROM root WHERE id = 1")
        root = try connection.prepare(
            "SELECT sequence, mac, keybag_serial, keybag_digest, ranges FROM root WHERE id = 1")
        node = try connection.prepare("SELECT parts FROM node WHERE id = ?1")
        entries = try connection.prepare(
            "SELECT id, tag, digest FROM item WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        let head = "version, state, class, generation, gate, salt, metadata, value_digest"
        item = try connection.prepare("SELECT \(head), value FROM item WHERE id = ?1")
        itemHead = try connection.prepare("SELECT \(head) FROM item WHERE id = ?1")
        putRoot = try connection.prepare(
            "INSERT OR REPLACE INTO root VALUES (1, ?1, ?2, ?3, ?4, ?5)")
        putNode = try connection.prepare("INSERT OR REPLACE INTO node VALUES (?1, ?2)")
        // Not OR REPLACE, which in a table without rowids takes the old row out first and so may
        // rebalance the tree twice; this writes over it, in the same page if the length is the same.
        putItem = try connection.prepare(
            """
            INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                ON CONFLICT DO UPDATE SET
                tag = ?2, digest = ?3, version = ?4, state = ?5, class = ?6, generation = ?7,
                gate = ?8, salt = ?9, metadata = ?10, value_digest = ?11, value = ?12
            """)
        removeNode = try connection.prepare("DELETE FROM node WHERE id = ?1")
        removeItem = try connection.prepare("DELETE FROM item WHERE id = ?1")
    }
}

// MARK: - The tree

extension VaultDatabase {
    /// What tells one state of the tree from another without reading all of its root.
    struct RootStamp: Equatable {
        let sequence: UInt64
        let mac: [UInt8]
    }

    /// Stays the same as long as nobody changes the file; see `Connection.fileVersion`.
    var fileVersion: UInt32? { connection.fileVersion }

    func rootStamp() throws(KeychainError) -> RootStamp {
        try firstRow(statements.rootStamp) { (row) throws(KeychainError) in
            RootStamp(
                sequence: UInt64(bitPattern: try integer(row, 0)),
                mac: try blob(row, 1, count: TreeRoot.macByteCount))
        }
    }

    func root() throws(KeychainError) -> (root: TreeRoot, mac: [UInt8]) {
        try firstRow(statements.root) { (row) throws(KeychainError) in
            let root = TreeRoot(
                sequence: UInt64(bitPattern: try integer(row, 0)),
                keybagSerial: UInt64(bitPattern: try integer(row, 2)),
                keybagDigest: try blob(row, 3, count: 32),
                ranges: try blob(row, 4, count: TreeRoot.rangesByteCount))
            return (root, try blob(row, 1, count: TreeRoot.macByteCount))
        }
    }

    /// The MACs of a range's parts, or `nil` if the range is not split.
    func node(_ range: Int) throws(KeychainError) -> [UInt8]? {
        try bind(statements.node, range)
        return try statements.node.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            try blob(row, 0, count: TreeRoot.nodeByteCount)
        }
    }

    /// The entries of all rows between two ids, in order.
    func entries(from first: [UInt8], through last: [UInt8]) throws(KeychainError) -> [UInt8] {
        let statement = statements.entries
        try sqlite { () throws(SQLiteError) in
            try statement.bind(1, blob: first)
            try statement.bind(2, blob: last)
        }
        var bytes: [UInt8] = []
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            bytes += try blob(row, 0, count: Bucket.idByteCount)
            bytes += try blob(row, 1, count: IndexKeys.tagByteCount)
            bytes += try blob(row, 2, count: Bucket.digestByteCount)
        }
        return bytes
    }

    func put(_ root: TreeRoot, mac: [UInt8]) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            let put = statements.putRoot
            try put.bind(1, int64: Int64(bitPattern: root.sequence))
            try put.bind(3, int64: Int64(bitPattern: root.keybagSerial))
            try put.run(borrowing: [(2, mac), (4, root.keybagDigest), (5, root.ranges)])
        }
    }

    func putNode(_ range: Int, _ parts: [UInt8]) throws(KeychainError) {
        try bind(statements.putNode, range)
        try sqlite { () throws(SQLiteError) in
            try statements.putNode.bind(2, blob: parts)
            try statements.putNode.run()
        }
    }

    func removeNode(_ range: Int) throws(KeychainError) {
        try bind(statements.removeNode, range)
        try sqlite { () throws(SQLiteError) in try statements.removeNode.run() }
    }
}

// MARK: - Items

extension VaultDatabase {
    /// An item's row.
    ///
    /// - Parameters:
    ///   - id: the item's id.
    ///   - withValue: whether the sealed value is wanted too.
    /// - Returns: `nil` if there is no such row.
    /// - Throws: `DATA_CORRUPTED` if it is malformed, `UNKNOWN` with SQLite's number.
    func item(_ id: [UInt8], withValue: Bool) throws(KeychainError) -> ItemRow? {
        let statement = withValue ? statements.item : statements.itemHead
        try sqlite { () throws(SQLiteError) in try statement.bind(1, blob: id) }
        return try statement.firstRow(mapping: { KeychainError($0) }) {
            (row) throws(KeychainError) in
            try itemRow(row, id: id, from: 0, withValue: withValue)
        }
    }

    /// All rows in the order of their ids, without their values.
    func forEachItem(
        _ body: (ItemRow) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let statement = try sqlite { () throws(SQLiteError) in
            try connection.prepare(
                "SELECT id, version, state, class, generation, gate, salt, metadata, value_digest"
                    + " FROM item ORDER BY id")
        }
        try statement.forEachRow(mapping: { KeychainError($0) }) { (row) throws(KeychainError) in
            let id = try blob(row, 0, count: Bucket.idByteCount)
            try body(try itemRow(row, id: id, from: 1, withValue: false))
        }
    }

    /// Stores a row with its entry in the tree.
    func put(_ row: ItemRow, tag: [UInt8], digest: [UInt8]) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            let put = statements.putItem
            try put.bind(4, int64: Int64(bitPattern: row.version))
            try put.bind(5, int64: row.isTombstone ? 1 : 0)
            try put.bind(6, int64: Int64(row.slot.keyClass.rawValue))
            try put.bind(7, int64: Int64(row.slot.generation))
            try put.bind(8, int64: Int64(row.gateGeneration))
            try put.run(borrowing: [
                (1, row.id), (2, tag), (3, digest), (9, row.salt), (10, row.metadata),
                (11, row.valueDigest), (12, row.value),
            ])
        }
    }

    func removeItem(_ id: [UInt8]) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in
            try statements.removeItem.bind(1, blob: id)
            try statements.removeItem.run()
        }
    }

    private func itemRow(
        _ row: Statement, id: [UInt8], from first: Int32, withValue: Bool
    ) throws(KeychainError) -> ItemRow {
        let classCode = try integer(row, first + 2)
        let generation = try integer(row, first + 3)
        let gate = try integer(row, first + 4)
        guard let code = UInt8(exactly: classCode), let keyClass = KeyClass(rawValue: code),
            let generation = UInt32(exactly: generation), let gate = UInt32(exactly: gate)
        else { throw malformed }
        return ItemRow(
            id: id, version: UInt64(bitPattern: try integer(row, first)),
            isTombstone: try flag(row, first + 1),
            slot: KeySlot(keyClass: keyClass, generation: generation),
            gateGeneration: gate,
            salt: try blob(row, first + 5, count: ItemRow.saltByteCount),
            metadata: try blob(row, first + 6, count: nil),
            valueDigest: try blob(row, first + 7, count: 32),
            value: withValue ? try blob(row, first + 8, count: nil) : [])
    }
}

// MARK: - Columns that are checked

extension VaultDatabase {
    private var malformed: KeychainError {
        KeychainError(.dataCorrupted, "a row of the vault is malformed")
    }

    private func bind(_ statement: Statement, _ index: Int) throws(KeychainError) {
        try sqlite { () throws(SQLiteError) in try statement.bind(1, int64: Int64(index)) }
    }

    func firstRow<R>(
        _ statement: Statement, _ body: (Statement) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let result = try statement.firstRow(mapping: { KeychainError($0) }, body)
        guard let result else {
            throw KeychainError(.dataCorrupted, "a row that the vault must have is missing")
        }
        return result
    }

    func integer(_ row: Statement, _ column: Int32) throws(KeychainError) -> Int64 {
        guard row.columnType(column) == .integer else { throw malformed }
        return row.int64(column)
    }

    func flag(_ row: Statement, _ column: Int32) throws(KeychainError) -> Bool {
        switch try integer(row, column) {
        case 0: return false
        case 1: return true
        default: throw malformed
        }
    }

    func blob(
        _ row: Statement, _ column: Int32, count: Int?
    ) throws(KeychainError) -> [UInt8] {
        guard row.columnType(column) == .blob else { throw malformed }
        let bytes = row.blob(column)
        guard count == nil || bytes.count == count else { throw malformed }
        return bytes
    }
}
#endif
