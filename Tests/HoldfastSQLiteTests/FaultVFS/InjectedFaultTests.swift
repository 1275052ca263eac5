#if os(Linux)
import HoldfastSQLite
import Testing

@Suite("Errors of the disk")
struct InjectedFaultTests {
    let scratch: Scratch
    let vfs: RecordingVFS
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        vfs = try RecordingVFS()
        connection = try Connection(path: scratch.file("db"), options: .init(vfs: vfs.name))
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE t (x INTEGER PRIMARY KEY, y); INSERT INTO t VALUES (1, zeroblob(9000));
            """)
    }

    private func insert(byteCount: Int = 9_000) throws(SQLiteError) {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t (y) VALUES (zeroblob(\(byteCount)))")
        }
    }

    private func rowCount() throws -> Int64? {
        try Connection(path: scratch.file("db")).integer("SELECT count(*) FROM t")
    }

    @Test(
        "an error of the disk is the error of the commit, never a success",
        arguments: [
            (.write, SQLiteCode.ioWrite), (.write, SQLiteCode.full), (.sync, SQLiteCode.ioSync),
        ] as [(InjectedFault.Call, Int32)], InjectedFault.Moment.allCases)
    func commit(fault: (call: InjectedFault.Call, code: Int32), moment: InjectedFault.Moment) throws
    {
        vfs.inject(InjectedFault(fault.call, code: fault.code, moment: moment, pathSuffix: "-wal"))
        let error = #expect(throws: SQLiteError.self) { try insert() }
        #expect(error?.code == fault.code)
        #expect(vfs.faultsToCome.isEmpty)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
        // The disk is well again, and so is the connection.
        try insert()
        #expect(try rowCount() == 2)
    }

    @Test("each single write and sync of a transaction can fail, and none does so unnoticed")
    func everyCall() throws {
        for call in [InjectedFault.Call.write, .sync] {
            var failures = 0
            while true {
                vfs.inject(
                    InjectedFault(
                        call, ordinal: failures + 1, code: SQLiteCode.io, pathSuffix: "-wal"))
                let before = try rowCount()
                do throws(SQLiteError) {
                    try insert()
                    break
                } catch {
                    #expect(error.code == SQLiteCode.io)
                    #expect(try rowCount() == before)
                    failures += 1
                }
            }
            #expect(failures >= 1)
            vfs.clearFaults()
        }
    }

    @Test("a write that fails in the middle of a large transaction rolls it back")
    func spill() throws {
        try connection.execute("PRAGMA cache_size = 10")
        vfs.inject(InjectedFault(.write, ordinal: 30, code: SQLiteCode.full, pathSuffix: "-wal"))
        let error = #expect(throws: SQLiteError.self) { try insert(byteCount: 1 << 20) }
        #expect(error?.code == SQLiteCode.full)
        #expect(error?.message.hasPrefix("execute: ") == true)
        #expect(!connection.isInTransaction)
        #expect(try rowCount() == 1)
        try insert()
    }

    @Test("a read that fails is an error, not an absent row")
    func read() throws {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let fresh = try Connection(path: scratch.file("db"), options: .init(vfs: vfs.name))
        vfs.inject(InjectedFault(.read, code: SQLiteCode.ioRead, pathSuffix: "db", persists: true))
        let error = #expect(throws: SQLiteError.self) {
            try fresh.prepare("SELECT y FROM t WHERE x = 1").firstRow { row in row.blob(0) }
        }
        #expect(error?.code == SQLiteCode.ioRead)
        vfs.clearFaults()
        let select = try fresh.prepare("SELECT y FROM t WHERE x = 1")
        #expect(try select.firstRow { row in row.blob(0).count } == 9_000)
    }

    @Test(
        "an open that fails is thrown and leaves nothing open",
        arguments: InjectedFault.Moment.allCases)
    func open(moment: InjectedFault.Moment) throws {
        vfs.inject(InjectedFault(.open, code: SQLiteCode.cannotOpen, moment: moment))
        let error = #expect(throws: SQLiteError.self) {
            try Connection(path: scratch.file("new"), options: .init(vfs: vfs.name))
        }
        #expect(error?.code == SQLiteCode.cannotOpen)
        #expect(try scratch.names.contains("new") == (moment == .afterEffect))
        _ = try Connection(path: scratch.file("new"), options: .init(vfs: vfs.name))
    }

    @Test("a truncation and a removal that fail are thrown by what asked for them")
    func truncateAndRemove() throws {
        vfs.inject(InjectedFault(.truncate, code: SQLiteCode.ioTruncate, pathSuffix: "-wal"))
        let truncation = #expect(throws: SQLiteError.self) {
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        #expect(truncation?.code == SQLiteCode.ioTruncate)
        let other = try Connection(path: scratch.file("other"), options: .init(vfs: vfs.name))
        vfs.inject(InjectedFault(.remove, code: SQLiteCode.ioRemove, pathSuffix: "-journal"))
        let removal = #expect(throws: SQLiteError.self) { try other.execute("CREATE TABLE t (x)") }
        #expect(removal?.code == SQLiteCode.ioRemove)
    }

    @Test("after a sync that failed, power loss leaves the transaction whole or absent")
    func failedSync() throws {
        vfs.inject(InjectedFault(.sync, code: SQLiteCode.ioSync, pathSuffix: "-wal"))
        #expect(throws: SQLiteError.self) { try insert() }
        let loss = PowerLoss(log: vfs.log, at: vfs.log.count)
        for seed in 1...20 as ClosedRange<UInt64> {
            let disk = try Scratch()
            try loss.materialise(into: disk.path, .random(seed: seed))
            let survivor = try Connection(path: disk.file("db"))
            let count = try survivor.integer("SELECT count(*) FROM t WHERE length(y) = 9000")
            #expect(count == 1 || count == 2)
            #expect(try survivor.text("PRAGMA integrity_check") == "ok")
        }
    }
}
#endif
