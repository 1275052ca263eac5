#if os(Linux)
import FoundationEssentials
import HoldfastSQLite
import Testing

@Suite("The recording VFS")
struct RecordingVFSTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test("the log, played in full, is what the disk holds", arguments: ["WAL", "DELETE"])
    func roundTrip(journalMode: String) throws {
        let vfs = try RecordingVFS()
        try Ledger(journalMode: journalMode).write(to: scratch.file("db"), through: vfs)
        let files = PowerLoss(log: vfs.log, at: vfs.log.count).files(.everything)
        let real = try Data(contentsOf: URL(fileURLWithPath: scratch.file("db")))
        #expect(files == [scratch.file("db"): [UInt8](real)])
        #expect(try scratch.names == ["db"])
    }

    @Test("a file that was there before counts as durable")
    func foundFile() throws {
        let path = scratch.file("db")
        try Connection(path: path).execute("CREATE TABLE t (x)")
        let before = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let vfs = try RecordingVFS()
        try Connection(path: path, options: .init(vfs: vfs.name))
            .execute("PRAGMA synchronous = OFF; INSERT INTO t VALUES (1)")
        #expect(PowerLoss(log: vfs.log, at: vfs.log.count).files(.nothingUnsynced)[path] == before)
    }

    @Test("marks stand between the operations that surround them")
    func marks() throws {
        let vfs = try RecordingVFS()
        vfs.mark("before")
        let connection = try Connection(path: scratch.file("db"), options: .init(vfs: vfs.name))
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        vfs.mark("after")
        #expect(vfs.log.first == .mark("before") && vfs.log.last == .mark("after"))
        let files = Set(
            vfs.log.compactMap { operation in
                if case .create(let file) = operation { file.path } else { nil }
            })
        #expect(
            files
                == ["db", "db-wal", "db-journal"].reduce(into: Set()) { names, name in
                    names.insert(scratch.file(name))
                })
    }

    @Test("connections on several threads share one log")
    func threads() async throws {
        let vfs = try RecordingVFS()
        let path = scratch.file("db")
        let name = vfs.name
        try Connection(path: path, options: .init(vfs: name))
            .execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        try await withThrowingTaskGroup { group in
            for _ in 1...4 {
                group.addTask {
                    let connection = try Connection(
                        path: path, options: .init(vfs: name, busyTimeoutMilliseconds: 60_000))
                    let insert = try connection.prepare("INSERT INTO t VALUES (zeroblob(3000))")
                    for _ in 1...10 { try insert.run() }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Connection(path: path).integer("SELECT count(*) FROM t") == 40)
        let files = PowerLoss(log: vfs.log, at: vfs.log.count).files(.everything)
        let real = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(files == [path: [UInt8](real)])
    }

    @Test("the same seed gives the same disk, and seeds differ")
    func seeds() throws {
        let vfs = try RecordingVFS()
        try Ledger(synchronous: "OFF").write(to: scratch.file("db"), through: vfs)
        let loss = PowerLoss(log: vfs.log, at: vfs.log.count / 2)
        let disks = (1...10).map { seed in loss.files(.random(seed: seed)) }
        #expect(disks == (1...10).map { seed in loss.files(.random(seed: seed)) })
        #expect(Set(disks).count > 5)
    }
}
#endif
