#if os(Linux)
import HoldfastSQLite
import Testing

@Suite("Statements")
struct StatementTests {
    let scratch: Scratch
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        connection = try Connection(path: scratch.file("db"))
        try connection.execute("CREATE TABLE t (k PRIMARY KEY, v, u UNIQUE, n NOT NULL DEFAULT 0)")
    }

    @Test(
        "a BLOB comes back as it went in, by copy and by loan",
        arguments: [0, 1, 511, 4096, 1 << 20])
    func blobs(byteCount: Int) throws {
        let value = (0..<byteCount).map { index in UInt8(truncatingIfNeeded: index &* 31) }
        let insert = try connection.prepare("INSERT INTO t (k, v, u) VALUES (?, ?, ?)")
        try insert.run([.int64(1), .blob(value), .null])
        try insert.bind(1, int64: 2)
        try insert.run(borrowing: [(2, value), (3, value)])
        let select = try connection.prepare("SELECT v FROM t ORDER BY k")
        var rowCount = 0
        try select.forEachRow { row in
            rowCount += 1
            #expect(row.columnType(0) == .blob && !row.isNull(0))
            #expect(row.blob(0) == value)
            #expect(row.withBlob(0) { bytes in bytes.count } == byteCount)
        }
        #expect(rowCount == 2)
    }

    @Test("empty is not NULL")
    func emptyIsNotNull() throws {
        let select = try connection.prepare("SELECT ?, ?, ?, ?, ?")
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        try select.bind(1, blob: [])
        try select.bind(2, blob: empty)
        try select.bind(3, text: "")
        try select.bindNull(4)
        #expect(try select.step())
        let types = (0..<5).map { column in select.columnType(Int32(column)) }
        #expect(types == [.blob, .blob, .text, .null, .null])
        #expect(select.blob(0).isEmpty && select.text(2).isEmpty && select.isNull(3))
        select.reset()
    }

    @Test(
        "an integer comes back as it went in", arguments: [0, -1, 1, .max, .min] as [Int64])
    func integers(value: Int64) throws {
        let select = try connection.prepare("SELECT ?")
        try select.bind(1, int64: value)
        #expect(try select.step())
        #expect(select.columnType(0) == .integer && select.int64(0) == value)
        select.reset()
    }

    @Test("a text comes back as it went in", arguments: ["a", "Schlüssel 鍵", "a\0b", "'; DROP"])
    func texts(value: String) throws {
        let select = try connection.prepare("SELECT ?")
        try select.bind(1, text: value)
        #expect(try select.firstRow { row in row.text(0) } == value)
    }

    @Test("a use does not see the bindings of the one before")
    func bindingsAreForgotten() throws {
        let select = try connection.prepare("SELECT ?")
        try select.bind(1, int64: 7)
        #expect(try select.step())
        #expect(try !select.step())
        #expect(try select.firstRow { row in row.isNull(0) } == true)
    }

    @Test(
        "a broken constraint is thrown with its extended code",
        arguments: [
            ("INSERT INTO t (k) VALUES (1)", SQLiteCode.constraintPrimaryKey),
            ("INSERT INTO t (k, u) VALUES (2, 1)", SQLiteCode.constraintUnique),
            ("INSERT INTO t (k, n) VALUES (3, NULL)", SQLiteCode.constraintNotNull),
        ])
    func constraints(sql: String, code: Int32) throws {
        try connection.execute("INSERT INTO t (k, u) VALUES (1, 1)")
        let insert = try connection.prepare(sql)
        for _ in 1...2 {
            let error = #expect(throws: SQLiteError.self) { try insert.run() }
            #expect(error?.code == code)
        }
    }

    @Test("after an error the statement holds no lock and takes new bindings")
    func resetAfterError() throws {
        let insert = try connection.prepare("INSERT INTO t (k) VALUES (?)")
        try insert.run([.int64(1)])
        #expect(throws: SQLiteError.self) { try insert.run([.int64(1)]) }
        let options = Connection.Options(busyTimeoutMilliseconds: 0)
        let other = try Connection(path: scratch.file("db"), options: options)
        try other.transaction(.exclusive) {}
        try insert.run([.int64(2)])
        #expect(try connection.integer("SELECT count(*) FROM t") == 2)
    }

    @Test("a row whose reader throws holds no lock")
    func resetAfterReaderThrows() throws {
        try connection.execute("INSERT INTO t (k) VALUES (1), (2)")
        let select = try connection.prepare("SELECT k FROM t")
        #expect(throws: Refusal.asked) {
            try select.firstRow(mapping: Refusal.sqlite) { _ throws(Refusal) -> Int in throw .asked
            }
        }
        #expect(throws: Refusal.asked) {
            try select.forEachRow(mapping: Refusal.sqlite) { _ throws(Refusal) in throw .asked }
        }
        let options = Connection.Options(busyTimeoutMilliseconds: 0)
        let other = try Connection(path: scratch.file("db"), options: options)
        try other.transaction(.exclusive) {}
    }

    @Test("a bind that fails is thrown, and the statement is usable")
    func bindErrors() throws {
        let select = try connection.prepare("SELECT ?")
        let range = #expect(throws: SQLiteError.self) { try select.bind(2, int64: 1) }
        #expect(range?.primary == SQLiteCode.range)
        let huge = [UInt8](repeating: 0, count: Connection.lengthLimit + 1)
        let tooBig = #expect(throws: SQLiteError.self) { try select.bind(1, blob: huge) }
        #expect(tooBig?.primary == SQLiteCode.tooBig)
        #expect(try select.step())
        let standing = #expect(throws: SQLiteError.self) { try select.bind(1, int64: 1) }
        #expect(standing?.primary == SQLiteCode.misuse)
        try select.bind(1, int64: 5)
        #expect(try select.firstRow { row in row.int64(0) } == 5)
    }

    @Test("no row is nil, not a value")
    func noRow() throws {
        let select = try connection.prepare("SELECT k FROM t")
        #expect(try select.firstRow { row in row.int64(0) } == nil)
    }

    @Test(
        "text that is not exactly one statement is misuse",
        arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; x", "SELECT 1\0; x"])
    func notOneStatement(sql: String) throws {
        #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1;\0 x") }
        _ = try connection.prepare("SELECT 1; -- the end\n")
    }

    @Test("a statement keeps its connection, and lets it go")
    func lifetime() throws {
        weak var released: Connection?
        do {
            let statement: Statement
            do {
                let own = try Connection(path: scratch.file("own"))
                released = own
                statement = try own.prepare("SELECT 3")
            }
            #expect(released != nil)
            #expect(try statement.firstRow { row in row.int64(0) } == 3)
        }
        #expect(released == nil)
    }

    @Test("reading a column without a row stops the program")
    func columnWithoutRow() async {
        await #expect(processExitsWith: .failure) {
            let scratch = try Scratch()
            let select = try Connection(path: scratch.file("db")).prepare("SELECT 1")
            _ = select.int64(0)
        }
    }
}

#endif
