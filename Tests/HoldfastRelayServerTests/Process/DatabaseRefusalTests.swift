#if Server && PostgreSQL
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite(
    "What a relay refuses of PostgreSQL",
    .enabled(if: PostgreSQLCluster.programs != nil, "PostgreSQL is not installed"))
struct DatabaseRefusalTests {
    private let cluster: PostgreSQLCluster

    init() throws {
        cluster = try PostgreSQLCluster.shared.get()
    }

    private func end(_ folder: Folder, _ place: String) throws -> (ChildProcess.End, String) {
        let log = folder.path + "/words"
        let process = try ChildProcess(
            path: "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" 2>'\(log)'",
                try ChildProcess.sibling("holdfast-relay"), "serve", "--data", folder.path,
                "--listen", "127.0.0.1:0", "--database", place,
            ])
        #expect(try process.readLine() == nil)
        let end = try process.wait()
        return (end, String(decoding: try Files.read(log) ?? [], as: UTF8.self))
    }

    @Test("A database of a newer version is refused with words, and left as it is")
    func newer() throws {
        let database = try cluster.makeDatabase()
        let relay = try RelayProcess(database: cluster.place(of: database))
        _ = try TestClient.founder("ada", port: relay.port)
        #expect(try relay.terminate() == .exit(0))
        try cluster.sql("UPDATE holdfast_relay SET version = 999", in: database)
        let (end, words) = try end(relay.folder, cluster.place(of: database))
        #expect(end == .exit(8))
        #expect(words.contains("version 999") && words.contains("use a newer relay"))
        #expect(try cluster.sql("SELECT version FROM holdfast_relay", in: database) == ["999"])
        #expect(try cluster.sql("SELECT count(*) FROM accounts", in: database) == ["1"])
    }

    @Test("Another program's database, and one of a relay with another key, are refused")
    func strange() throws {
        let other = try cluster.makeDatabase()
        try cluster.sql("CREATE TABLE other (a bigint)", in: other)
        let folder = try Folder()
        #expect(try end(folder, cluster.place(of: other)).0 == .exit(5))
        #expect(
            try cluster.sql(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                    + "'public'::regnamespace", in: other) == ["other"])
        let relay = try RelayProcess(
            database: cluster.place(of: try cluster.makeDatabase()))
        let (end, words) = try end(try Folder(), try #require(relay.database))
        #expect(end == .exit(5))
        #expect(words.contains("relay.key"))
    }

    @Test("P10: A password on the command line is refused, and no word repeats it")
    func password() throws {
        for place in [
            "postgresql://ada:5ecret9@127.0.0.1/relay",
            "postgresql://127.0.0.1/relay?password=5ecret9",
            "postgresql://ada:5ecret9@[127.0.0.1/relay", "postgresql://ada:5ecret9%zz@h/relay",
            "5ecret9",
        ] {
            let (end, words) = try end(try Folder(), place)
            #expect(end == .exit(2), "\(words)")
            #expect(!words.contains("5ecret9") && !words.isEmpty)
        }
    }

    @Test("A server that is not there is said in words, and ends the relay")
    func absent() throws {
        let folder = try Folder()
        let (end, words) = try end(folder, "postgresql:///relay?host=\(folder.path)")
        #expect(end == .exit(9))
        #expect(words.contains("cannot connect to the database"))
    }

    @Test("A commit waits for the disk, whatever the database says to sessions")
    func synchronous() throws {
        for setting in ["off", "local", "on", "remote_apply"] {
            let database = try cluster.makeDatabase()
            try cluster.sql("ALTER DATABASE \(database) SET synchronous_commit = \(setting)")
            // A trigger tells what the relay's own session has.
            let relay = try RelayProcess(database: cluster.place(of: database))
            try cluster.sql(
                """
                CREATE TABLE seen (setting text);
                CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO seen VALUES (current_setting('synchronous_commit'));
                    RETURN NEW; END $$;
                CREATE TRIGGER look AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION look()
                """, in: database)
            _ = try TestClient.founder("ada", port: relay.port)
            let expected = setting == "remote_apply" ? "remote_apply" : "on"
            #expect(try cluster.sql("SELECT setting FROM seen", in: database) == [expected])
        }
    }

    @Test(
        "A full disk refuses writes with 507, reads go on, and writes do again when there is room",
        .enabled(if: MemoryDisk.isPossible, Comment(rawValue: MemoryDisk.reason)))
    func fullDisk() throws {
        let disk = try MemoryDisk(kiB: 24_576)
        let space = "space_\(UInt32.random(in: .min ... .max))"
        #expect(
            try ChildProcess(path: "/bin/chown", ["-R", "postgres", disk.path]).wait() == .exit(0))
        try cluster.sql("CREATE TABLESPACE \(space) LOCATION '\(disk.path)'")
        let database = try cluster.makeDatabase("TABLESPACE \(space)")
        defer {
            do {
                try cluster.sql("DROP DATABASE \(database) WITH (FORCE)")
                try cluster.sql("DROP TABLESPACE \(space)")
            } catch {
                Issue.record(error)
            }
        }
        let relay = try RelayProcess(database: cluster.place(of: database))
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        func send() throws -> Int {
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount], byteCount: 20_000)
            return try ada.call("POST", "/v1/messages", envelope.bytes).status
        }
        #expect(try send() == 200)
        let filling = try disk.fill()
        var statuses: [Int] = []
        for _ in 0..<400 where statuses.last != 507 { statuses.append(try send()) }
        #expect(statuses.last == 507)
        #expect(Set(statuses).isSubset(of: [200, 507]))
        let count = 1 + statuses.filter { $0 == 200 }.count
        #expect(try ben.inbox().items.count == min(count, InboxPage.itemLimit))
        unlink(filling)
        #expect(try send() == 200)
        #expect(try ben.inbox().items.count == min(count + 1, InboxPage.itemLimit))
    }
}
#endif
