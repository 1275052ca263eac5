#if os(Linux)
import HoldfastSQLite
import Testing

@Suite("Joined writes of the log")
struct JoinedLogTests {
    let scratch: Scratch
    let vfs: RecordingVFS
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        vfs = try RecordingVFS()
        connection = try Connection(path: scratch.file("db"), options: .init(vfs: vfs.name))
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;
            CREATE TABLE t (x INTEGER PRIMARY KEY, y); INSERT INTO t VALUES (1, zeroblob(9000));
            """)
    }

    private func insert(byteCount: Int = 9_000) throws(SQLiteError) {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t (y) VALUES (zeroblob(\(byteCount)))")
        }
    }

    /// What the log file was asked for since a mark: the sizes of its writes, 0 for a sync.
    private func requests(since mark: String) -> [Int] {
        let log = vfs.log
        let start = log.lastIndex(of: .mark(mark)) ?? log.startIndex
        return log[start...].compactMap { operation in
            switch operation {
            case .write(let file, _, let bytes) where file.path.hasSuffix("-wal"): bytes.count
            case .sync(let file, _) where file.path.hasSuffix("-wal"): 0
            default: nil
            }
        }
    }

    @Test("a commit is one write of whole frames, and one sync after it")
    func oneWrite() throws {
        vfs.mark("commit")
        try insert()
        let requests = requests(since: "commit")
        #expect(requests.count == 2)
        #expect(requests.first.map { $0 > 4_120 && $0 % 4_120 == 0 } == true)
        #expect(requests.last == 0)
    }

    @Test("a commit that is larger than what may wait is written in several pieces, and whole")
    func largerThanBuffer() throws {
        vfs.mark("commit")
        try insert(byteCount: 200_000)
        let requests = requests(since: "commit")
        #expect(requests.last == 0)
        #expect(requests.allSatisfy { $0 <= 65_536 })
        #expect(requests.count < 10)
        #expect(try integrity(of: Connection(path: scratch.file("db"))) == 2)
    }

    @Test(
        "others see a commit as soon as it is made, whatever `synchronous` says",
        arguments: ["FULL", "NORMAL", "OFF"])
    func visibility(synchronous: String) throws {
        try connection.execute("PRAGMA synchronous = \(synchronous)")
        let other = try Connection(path: scratch.file("db"))
        for count in 2...20 as ClosedRange<Int64> {
            try insert(byteCount: Int(count) * 500)
            #expect(try integrity(of: other) == count)
        }
    }

    @Test(
        "frames of a transaction that was rolled back never reach those of another's commit",
        arguments: [1, 9_000, 60_000, 300_000])
    func rollbackAfterSpill(byteCount: Int) throws {
        struct Stop: Error {}
        let other = try Connection(path: scratch.file("db"))
        // Pages leave the cache, and are written to the log, before there is a COMMIT.
        try connection.execute("PRAGMA cache_size = 1")
        for round in 1...5 as ClosedRange<Int64> {
            #expect(throws: Stop.self) {
                try connection.transaction(.immediate, mapping: { $0 as any Error }) {
                    for _ in 1...20 {
                        try connection.execute(
                            "INSERT INTO t (y) VALUES (zeroblob(\(byteCount)))")
                    }
                    throw Stop()
                }
            }
            try other.transaction(.immediate) { () throws(SQLiteError) in
                try other.execute("INSERT INTO t (y) VALUES (randomblob(5000))")
            }
            #expect(try integrity(of: connection) == round + 1)
            #expect(try integrity(of: Connection(path: scratch.file("db"))) == round + 1)
        }
    }

    @Test("a commit of pages that were spilled before is whole, and its checksums are")
    func commitAfterSpill() throws {
        try connection.execute("PRAGMA cache_size = 1")
        try connection.transaction(.immediate) { () throws(SQLiteError) in
            for _ in 1...3 {
                try connection.execute(
                    "INSERT INTO t (y) VALUES (zeroblob(100000)); UPDATE t SET y = zeroblob(70000)")
            }
        }
        // The power fails: what is read is what the log's checksums vouch for.
        let disk = try Scratch()
        let loss = PowerLoss(log: vfs.log, at: vfs.log.count)
        try loss.materialise(into: disk.path, .nothingUnsynced)
        #expect(try integrity(of: Connection(path: disk.file("db"))) == 4)
    }

    @Test("a write that fails fails the commit, and the next one is not mixed with it")
    func failure() throws {
        let other = try Connection(path: scratch.file("db"))
        for moment in InjectedFault.Moment.allCases {
            let before = try integrity(of: other)
            vfs.inject(
                InjectedFault(.write, code: SQLiteCode.full, moment: moment, pathSuffix: "-wal"))
            let error = #expect(throws: SQLiteError.self) { try insert(byteCount: 40_000) }
            #expect(error?.code == SQLiteCode.full)
            #expect(try integrity(of: other) == before)
            try insert(byteCount: 100)
            #expect(try integrity(of: other) == before + 1)
        }
    }

    @Test("each piece of a large commit can fail, and none does so unnoticed")
    func everyPiece() throws {
        let other = try Connection(path: scratch.file("db"))
        var failures = 0
        while true {
            vfs.inject(
                InjectedFault(
                    .write, ordinal: failures + 1, code: SQLiteCode.io, pathSuffix: "-wal"))
            do throws(SQLiteError) {
                try insert(byteCount: 200_000)
                break
            } catch {
                #expect(error.code == SQLiteCode.io)
                #expect(try integrity(of: other) == 1)
                failures += 1
            }
        }
        #expect(failures >= 3)
        vfs.clearFaults()
        #expect(try integrity(of: other) == 2)
    }

    /// The number of rows of a file that is sound.
    private func integrity(of connection: Connection) throws -> Int64 {
        #expect(try connection.text("PRAGMA integrity_check") == "ok")
        return try #require(try connection.integer("SELECT count(*) FROM t"))
    }
}
#endif
