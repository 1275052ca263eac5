#if os(Linux)
import FoundationEssentials
import Glibc
import HoldfastSQLite
import Testing

@Suite("Opening a connection")
struct ConnectionTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    private func failure(_ path: String, _ mode: Connection.Mode) -> SQLiteError? {
        do throws(SQLiteError) {
            _ = try Connection(path: path, options: .init(mode: mode))
            return nil
        } catch {
            return error
        }
    }

    @Test("a file that is no database is refused at open", arguments: Connection.Mode.allCases)
    func notADatabase(mode: Connection.Mode) throws {
        try scratch.write([UInt8](repeating: 0x41, count: 4096), to: "text")
        #expect(failure(scratch.file("text"), mode)?.primary == SQLiteCode.notADatabase)
        #expect(try scratch.names == ["text"])
    }

    @Test("a folder is refused, with the system's reason")
    func folder() throws {
        let error = failure(scratch.path, .readWriteCreate)
        #expect(error?.primary == SQLiteCode.cannotOpen)
        #expect(error?.systemErrno == EISDIR)
    }

    @Test(
        "a missing file is made only when that is asked for",
        arguments: Connection.Mode.allCases)
    func missing(mode: Connection.Mode) throws {
        let error = failure(scratch.file("new"), mode)
        if mode == .readWriteCreate {
            #expect(error == nil)
        } else {
            #expect(error?.primary == SQLiteCode.cannotOpen)
            #expect(error?.systemErrno == ENOENT)
            #expect(try scratch.names.isEmpty)
        }
    }

    @Test("a symbolic link is refused, as the file and as a folder on the way")
    func symbolicLink() throws {
        _ = try Connection(path: scratch.file("real"))
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: scratch.file("link"), withDestinationPath: scratch.file("real"))
        try manager.createSymbolicLink(
            atPath: scratch.file("folder"), withDestinationPath: scratch.path)
        for path in ["link", "folder/real"] {
            let error = failure(scratch.file(path), .readWrite)
            #expect(error?.code == SQLiteCode.cannotOpenSymbolicLink)
        }
    }

    @Test("a file that can only be read is refused for writing, and opens for reading")
    func readOnlyFile() throws {
        // The system lets root write any file of a disk, but none of these.
        let path = geteuid() == 0 ? "/sys/kernel/uevent_seqnum" : scratch.file("closed")
        if geteuid() != 0 {
            try Connection(path: path).execute("CREATE TABLE t (x)")
            try #require(chmod(path, 0o400) == 0)
            #expect(failure(path, .readOnly) == nil)
        }
        try #require(access(path, F_OK) == 0)
        #expect(failure(path, .readWrite)?.primary == SQLiteCode.readOnly)
    }

    @Test(
        "a connection for reading cannot write", arguments: [Connection.Mode.readOnly, .immutable])
    func readOnlyConnection(mode: Connection.Mode) throws {
        let path = scratch.file("db")
        try Connection(path: path).execute("CREATE TABLE t (x); INSERT INTO t VALUES (7)")
        let connection = try Connection(path: path, options: .init(mode: mode))
        #expect(try connection.integer("SELECT x FROM t") == 7)
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO t VALUES (8)")
        }
        #expect(error?.primary == SQLiteCode.readOnly)
    }

    @Test("an empty path and one with a NUL are refused", arguments: ["", "a\0b"])
    func noPath(name: String) throws {
        let path = name.isEmpty ? "" : scratch.file(name)
        #expect(failure(path, .readWriteCreate)?.primary == SQLiteCode.cannotOpen)
        #expect(try scratch.names.isEmpty)
    }

    private static let oddNames = [
        String(decoding: (1...127).filter { byte in byte != 0x2f }.map(UInt8.init), as: UTF8.self),
        "?mode=memory", "a?immutable=1#b", "%41", "%", "%00", "a b\nc\r\t", ":memory:", "'\"\\;",
        "Schlüssel 鍵 🔑", "file:x?vfs=none", "&a=b", "..x", " ",
    ]

    @Test("a name of any characters is the file's name", arguments: oddNames.indices)
    func oddName(index: Int) throws {
        let name = Self.oddNames[index]
        try Connection(path: scratch.file(name)).execute("CREATE TABLE t (x)")
        #expect(try scratch.names == [name])
        let again = try Connection(path: scratch.file(name), options: .init(mode: .immutable))
        #expect(try again.integer("SELECT count(*) FROM t") == 0)
    }

    @Test("more slashes in front are no host")
    func slashes() throws {
        try Connection(path: "//" + scratch.file("db")).execute("CREATE TABLE t (x)")
        #expect(try scratch.names == ["db"])
    }

    @Test("an unknown VFS is an error")
    func unknownVFS() {
        #expect(throws: SQLiteError.self) {
            try Connection(path: scratch.file("db"), options: .init(vfs: "no such VFS"))
        }
    }

    @Test(
        "what a hostile schema or statement could use is switched off",
        arguments: [
            "ATTACH DATABASE 'other' AS other", "SELECT load_extension('x')",
            "SELECT \"a string\"", "SELECT zeroblob(\(Connection.lengthLimit + 1))",
            "UPDATE sqlite_schema SET sql = ''", "VACUUM INTO 'copy'",
        ])
    func switchedOff(sql: String) throws {
        let connection = try Connection(path: scratch.file("db"))
        try connection.execute("CREATE TABLE t (x); PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try connection.execute(sql) }
        #expect(try scratch.names == ["db"])
    }

    @Test("a trigger in the file does not run")
    func trigger() throws {
        let connection = try Connection(path: scratch.file("db"))
        try connection.execute(
            """
            CREATE TABLE t (x);
            CREATE TRIGGER hostile AFTER INSERT ON t BEGIN DELETE FROM t; END;
            INSERT INTO t VALUES (1);
            """)
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test("an error's text holds neither SQL nor path nor value")
    func errorText() throws {
        let connection = try Connection(path: scratch.file("db"))
        try connection.execute("CREATE TABLE colour (name TEXT PRIMARY KEY)")
        let insert = try connection.prepare("INSERT INTO colour VALUES (?)")
        try insert.run([.text("mauve")])
        let error = #expect(throws: SQLiteError.self) { try insert.run([.text("mauve")]) }
        #expect(error?.description == "step: constraint failed (SQLite 1555)")
        let syntax = #expect(throws: SQLiteError.self) { try connection.execute("SELEKT mauve") }
        #expect(syntax?.description == "execute: SQL logic error (SQLite 1)")
    }

    @Test("a closed connection and its statements answer with misuse, and the file is free")
    func close() throws {
        let path = scratch.file("db")
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        let insert = try connection.prepare("INSERT INTO t VALUES (1)")
        let select = try connection.prepare("SELECT x FROM t")
        try insert.run()
        #expect(try select.step())
        try connection.close()
        try connection.close()
        #expect(try scratch.names == ["db"])
        #expect(!connection.isOpen && !connection.isInTransaction && connection.changes == 0)
        let misuse = SQLiteError(code: SQLiteCode.misuse, during: "use after close")
        #expect(throws: misuse) { try insert.run() }
        #expect(throws: misuse) { try select.bind(1, int64: 1) }
        #expect(throws: misuse) { try connection.execute("SELECT 1") }
        #expect(throws: misuse) { try connection.prepare("SELECT 1") }
        #expect(throws: misuse) { try connection.dataVersion }
        select.reset()
    }

    @Test("the file's version stays only while nobody changes the file")
    func fileVersion() throws {
        let path = scratch.file("db")
        let one = try Connection(path: path)
        try one.execute("PRAGMA journal_mode=WAL; CREATE TABLE t (x)")
        let two = try Connection(path: path)
        /// In a transaction that has begun to read.
        func read() throws -> UInt32? {
            try one.transaction(.immediate) { () throws(SQLiteError) in one.fileVersion }
        }
        let first = one.fileVersion
        #expect(first != nil)
        #expect(try read() == first)
        let second = one.fileVersion
        try two.execute("INSERT INTO t VALUES (1)")
        #expect(try read() != second)
        let third = one.fileVersion
        try one.execute("INSERT INTO t VALUES (2)")
        let fourth = one.fileVersion
        #expect(fourth != third)
        #expect(try read() == fourth)
        try one.close()
        #expect(one.fileVersion == nil)
    }

    @Test("the data version tells of the commits of others, not of one's own")
    func dataVersion() throws {
        let path = scratch.file("db")
        let one = try Connection(path: path)
        try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        let two = try Connection(path: path)
        let before = try one.dataVersion
        try one.execute("INSERT INTO t VALUES (1)")
        #expect(try one.dataVersion == before)
        try two.execute("INSERT INTO t VALUES (2)")
        let after = try one.dataVersion
        #expect(after != before)
        #expect(try one.dataVersion == after)
    }
}
#endif
