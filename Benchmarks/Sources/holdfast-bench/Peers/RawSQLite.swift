import CRawSQLite
import HoldfastCrypto

/// A bare SQLite file in WAL mode with full syncs: one table, a key and a value, no encryption.
///
/// What is durable here is durable in the same sense as the vault's writes. The statements stay
/// prepared and the page cache is as large as the vault's; all else is SQLite's default.
final class RawSQLite {
    private var handle: OpaquePointer?
    private var put: OpaquePointer?
    private var get: OpaquePointer?
    let path: String
    private let count: Int
    private var random = SplitMix64(seed: 11)

    /// Makes a file and fills it with a number of rows.
    convenience init(path: String, count: Int, valueByteCount: Int) throws {
        try self.init(path: path, count: count, schema: Self.schema)
        let value = random.bytes(valueByteCount)
        try execute("BEGIN")
        for number in 0..<count { try write(number, value) }
        try execute("COMMIT")
    }

    /// Opens a file that was made before.
    convenience init(existing path: String, count: Int) throws {
        try self.init(path: path, count: count, schema: "")
    }

    private init(path: String, count: Int, schema: String) throws {
        self.path = path
        self.count = count
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure("open") }
        try execute(schema + "PRAGMA synchronous=FULL; PRAGMA cache_size=-65536")
        put = try prepare("INSERT OR REPLACE INTO item VALUES (?1, ?2)")
        get = try prepare("SELECT value FROM item WHERE id = ?1")
    }

    private static let schema = """
        PRAGMA journal_mode=WAL;
        CREATE TABLE item (id BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)
            STRICT, WITHOUT ROWID;
        """

    deinit {
        sqlite3_finalize(put)
        sqlite3_finalize(get)
        sqlite3_close(handle)
    }

    /// Replaces a row by chance, in a transaction of its own.
    func writeAny(_ value: [UInt8]) throws {
        try write(anyNumber(), value)
    }

    /// Reads a row by chance.
    func readAny() throws {
        try bind(get, 1, key(anyNumber()))
        defer { sqlite3_reset(get) }
        guard sqlite3_step(get) == SQLITE_ROW, let start = sqlite3_column_blob(get, 0) else {
            throw failure("read")
        }
        let count = Int(sqlite3_column_bytes(get, 0))
        _ = SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    }

    private func anyNumber() -> Int { Int(random.next() % UInt64(count)) }

    private func write(_ number: Int, _ value: [UInt8]) throws {
        try bind(put, 1, key(number))
        try bind(put, 2, value)
        defer { sqlite3_reset(put) }
        guard sqlite3_step(put) == SQLITE_DONE else { throw failure("write") }
    }

    /// A key of 32 bytes that is spread like the vault's.
    private func key(_ number: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(number))
        return (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    }

    private func bind(_ statement: OpaquePointer?, _ index: Int32, _ bytes: [UInt8]) throws {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        guard sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient) == SQLITE_OK
        else { throw failure("bind") }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure("prepare")
        }
        return statement
    }

    private func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw failure("execute")
        }
    }

    private func failure(_ step: String) -> BenchFailure {
        BenchFailure(
            "raw SQLite, \(step): \(sqlite3_errmsg(handle).map { String(cString: $0) } ?? "")")
    }
}
