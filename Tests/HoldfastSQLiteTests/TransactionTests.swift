#if os(Linux)
import HoldfastSQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
    let scratch: Scratch
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        connection = try Connection(path: scratch.file("db"))
        try connection.execute("CREATE TABLE t (x INTEGER PRIMARY KEY, y)")
    }

    private func rowCount(_ connection: Connection) throws -> Int64? {
        try connection.integer("SELECT count(*) FROM t")
    }

    @Test("what is committed is there for others", arguments: Connection.TransactionKind.allCases)
    func commit(kind: Connection.TransactionKind) throws {
        let insert = try connection.prepare("INSERT INTO t VALUES (?, 'y')")
        let changes = try connection.transaction(kind) {
            () throws(SQLiteError) in
            try insert.run([.int64(1)])
            try insert.run([.int64(2)])
            #expect(connection.isInTransaction)
            return connection.changes
        }
        #expect(changes == 1)
        #expect(!connection.isInTransaction)
        #expect(try rowCount(Connection(path: scratch.file("db"))) == 2)
    }

    @Test("what throws is rolled back", arguments: Connection.TransactionKind.allCases)
    func rollback(kind: Connection.TransactionKind) throws {
        #expect(throws: Refusal.asked) {
            try connection.transaction(kind, mapping: Refusal.sqlite) { () throws(Refusal) in
                do throws(SQLiteError) {
                    try connection.execute("INSERT INTO t VALUES (1, 2)")
                } catch {
                    throw .sqlite(error)
                }
                throw .asked
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try rowCount(connection) == 0)
    }

    @Test("an inner transaction is an error that leaves the outer one open")
    func nested() throws {
        try connection.transaction(.immediate) {
            () throws(SQLiteError) in
            try connection.execute("INSERT INTO t VALUES (1, 2)")
            let error = #expect(throws: SQLiteError.self) {
                try connection.transaction(.deferred) {}
            }
            #expect(error?.code == SQLiteCode.error)
            #expect(connection.isInTransaction)
        }
        #expect(try rowCount(connection) == 1)
    }

    @Test("a transaction that ended inside its body does not count as committed")
    func endedInside() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) {
                () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1, 2); ROLLBACK")
            }
        }
        #expect(try rowCount(connection) == 0)
    }

    @Test("a COMMIT that meets a reader's lock throws and rolls back")
    func busyCommit() throws {
        let options = Connection.Options(busyTimeoutMilliseconds: 50)
        let writer = try Connection(path: scratch.file("db"), options: options)
        try connection.execute("INSERT INTO t VALUES (1, 2)")
        let select = try connection.prepare("SELECT x FROM t")
        #expect(try select.step())
        let error = #expect(throws: SQLiteError.self) {
            try writer.transaction(.immediate) {
                () throws(SQLiteError) in
                try writer.execute("INSERT INTO t VALUES (2, 2)")
            }
        }
        #expect(error?.primary == SQLiteCode.busy)
        #expect(error?.message.hasPrefix("commit: ") == true)
        #expect(!writer.isInTransaction)
        select.reset()
        #expect(try rowCount(writer) == 1)
    }

    @Test("a lock that another holds is BUSY after the busy timeout, not before and not for ever")
    func busyBegin() throws {
        let options = Connection.Options(busyTimeoutMilliseconds: 200)
        let other = try Connection(path: scratch.file("db"), options: options)
        try connection.execute("BEGIN IMMEDIATE")
        let clock = ContinuousClock()
        let duration: Duration = clock.measure {
            let error = #expect(throws: SQLiteError.self) {
                try other.transaction(.immediate) {}
            }
            #expect(error?.primary == SQLiteCode.busy)
            #expect(error?.message.hasPrefix("begin: ") == true)
        }
        #expect(duration >= .milliseconds(100) && duration < .seconds(20))
        #expect(!other.isInTransaction)
        try connection.execute("COMMIT")
        try other.transaction(.immediate) {}
    }

    @Test("a connection given up for a cause answers each later use with it")
    func abandoned() throws {
        let select = try connection.prepare("SELECT 1")
        let cause = SQLiteError(code: SQLiteCode.outOfMemory, during: "rollback")
        try connection.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1, 2)")
        connection.abandon(because: cause)
        #expect(throws: cause) { try select.step() }
        #expect(throws: cause) {
            try connection.transaction(.immediate) {}
        }
        #expect(try rowCount(Connection(path: scratch.file("db"))) == 0)
    }
}
#endif
