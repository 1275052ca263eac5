#if os(Linux)
import FoundationEssentials
import HoldfastSQLite

/// A table with a counter, and for each value of the counter three rows that any reader can check.
///
/// Written through a recording VFS: each acknowledged transaction leaves a mark in the log.
struct Ledger {
    var synchronous = "FULL"
    var journalMode = "WAL"
    var transactionCount = 10
    /// After how many transactions the file is closed and opened again.
    var reopenAfter = 5

    /// Writes all transactions to a new file.
    func write(to path: String, through vfs: RecordingVFS) throws {
        var connection = try open(path, through: vfs)
        try connection.execute(
            """
            CREATE TABLE counter (id INTEGER PRIMARY KEY, value INTEGER) STRICT;
            CREATE TABLE entry (number INTEGER, part INTEGER, value BLOB, PRIMARY KEY (number, part))
                STRICT, WITHOUT ROWID;
            """)
        for number in 1...transactionCount {
            try add(number, to: connection)
            vfs.mark(Self.acknowledged)
            if number == reopenAfter {
                try connection.close()
                connection = try open(path, through: vfs)
            }
        }
        try connection.close()
    }

    private func open(_ path: String, through vfs: RecordingVFS) throws -> Connection {
        let connection = try Connection(path: path, options: .init(vfs: vfs.name))
        // A small limit, so that the log is moved into the database and begun anew on the way.
        try connection.execute(
            """
            PRAGMA synchronous = \(synchronous); PRAGMA wal_autocheckpoint = 12;
            PRAGMA journal_mode = \(journalMode);
            """)
        return connection
    }

    private func add(_ number: Int, to connection: Connection) throws {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            let insert = try connection.prepare("INSERT INTO entry VALUES (?, ?, ?)")
            for part in 0..<3 {
                let value = Self.value(number: number, part: part)
                try insert.run([.int64(Int64(number)), .int64(Int64(part)), .blob(value)])
            }
            try connection.prepare("INSERT OR REPLACE INTO counter VALUES (1, ?)")
                .run([.int64(Int64(number))])
        }
    }

    private static let values = (0..<300).map { index in
        makeValue(number: index / 3 + 1, part: index % 3)
    }

    private static func value(number: Int, part: Int) -> [UInt8] {
        values[(number - 1) * 3 + part]
    }

    private static func makeValue(number: Int, part: Int) -> [UInt8] {
        var generator = SplitMix64(seed: UInt64(number * 3 + part))
        let byteCount = part == 2 ? 5_000 : 200
        return (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    static let acknowledged = "acknowledged"
}

extension Ledger {
    /// What is wrong with a file after a power loss.
    enum Loss: Error, Equatable {
        /// An acknowledged transaction is gone.
        case acknowledged
        /// The file is not what any number of whole transactions makes.
        case inconsistent
    }

    /// Opens what a power loss left, and reads it.
    ///
    /// - Returns: The number of transactions that are there.
    static func check(_ path: String, acknowledged: Int) throws(Loss) -> Int {
        let count: Int
        do {
            count = try read(path)
        } catch {
            throw .inconsistent
        }
        if count < acknowledged { throw .acknowledged }
        if count > acknowledged + 1 { throw .inconsistent }
        return count
    }

    private static func read(_ path: String) throws -> Int {
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA synchronous = OFF")
        guard try connection.text("PRAGMA integrity_check") == "ok" else { throw Loss.inconsistent }
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        guard tables == 2 else { return 0 }
        let count = Int(try connection.integer("SELECT value FROM counter") ?? 0)
        var rows: [[UInt8]] = []
        try connection.prepare("SELECT value FROM entry ORDER BY number, part").forEachRow { row in
            rows.append(row.blob(0))
        }
        let expected = (0..<count * 3).map { index in
            value(number: index / 3 + 1, part: index % 3)
        }
        // Data compares by whole memory.
        guard rows.map({ row in Data(row) }) == expected.map({ value in Data(value) }) else {
            throw Loss.inconsistent
        }
        return count
    }
}
#endif
