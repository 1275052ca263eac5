#if Server
import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("What docs/running-a-relay.md says to type", .serialized)
struct RecoveryTests {
    private static let hasSQLite = access("/usr/bin/sqlite3", X_OK) == 0

    /// The first block of commands on the page that holds some words, with places of this test in it.
    private func commands(
        _ words: String, _ places: [(String, String)]
    ) throws -> String {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let page = try #require(try Files.read(root + "/docs/running-a-relay.md"))
        let text = String(decoding: page, as: UTF8.self)
        var blocks: [String] = []
        for part in text.split(separator: "```sh\n", omittingEmptySubsequences: false).dropFirst() {
            blocks.append(
                String(part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex)))
        }
        let block = try #require(blocks.first { $0.contains(words) })
        return places.reduce(block) { $0.replacing($1.0, with: $1.1) }
    }

    private func type(_ commands: String) throws {
        let process = try ChildProcess(path: "/bin/bash", ["-e", "-c", commands])
        let lines = try process.readLines()
        #expect(try process.wait() == .exit(0), "\(lines)")
    }

    /// A relay, and a message in it that nobody has fetched.
    private func withMessage(
        _ relay: RelayProcess
    ) throws -> (reader: TestClient, message: MessageID) {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try ada.call("POST", "/v1/messages", envelope.bytes).status == 200)
        return (ben, envelope.message.header.message)
    }

    private func expect(
        _ message: MessageID, by reader: TestClient, at relay: RelayProcess
    ) throws {
        // The session holds, as the key is the same.
        try reader.reconnect(port: relay.port)
        let items = try reader.inbox().items
        #expect(
            try items.map { try DeliveredMessage($0.bytes).message.header.message } == [message])
    }

    @Test(
        "A copy of the SQLite database is restored with all that was in it",
        .enabled(if: hasSQLite, "no sqlite3"))
    func sqlite() throws {
        let (relay, backup, new) = (try RelayProcess(), try Folder(), try Folder())
        let (reader, message) = try withMessage(relay)
        let places = [
            ("DIR", relay.folder.path), ("/backup", backup.path), ("NEW", new.path + "/relay"),
        ]
        try type(commands("sqlite3 DIR/relay.db", places))
        #expect(try relay.terminate() == .exit(0))
        try type(commands("/backup/relay.db /backup/relay.key NEW/", places))
        let next = try RelayProcess(data: new.path + "/relay")
        try expect(message, by: reader, at: next)
    }

    #if PostgreSQL
    @Test(
        "A copy of the PostgreSQL database is restored with all that was in it",
        .enabled(if: PostgreSQLCluster.programs != nil, "PostgreSQL is not installed"))
    func postgreSQL() throws {
        let cluster = try PostgreSQLCluster.shared.get()
        let relay = try RelayProcess(database: cluster.place(of: try cluster.makeDatabase()))
        let (backup, new) = (try Folder(), try Folder())
        let (reader, message) = try withMessage(relay)
        let restored = cluster.place(of: try cluster.makeDatabase())
        let places = [
            ("DIR", relay.folder.path), ("/backup", backup.path),
            ("NEW", new.path + "/relay"),
            ("postgresql://relay@db.example/restored", restored),
            ("postgresql://relay@db.example/relay", relay.database ?? ""),
        ]
        try type(commands("pg_dump", places))
        #expect(try relay.terminate() == .exit(0))
        try type(commands("pg_restore", places))
        let next = try RelayProcess(data: new.path + "/relay", database: restored)
        try expect(message, by: reader, at: next)
    }

    @Test("What the page says of a standby is what the test of a lost primary does")
    func standby() throws {
        let block = try commands("pg_basebackup", [])
        for word in PostgreSQLCluster.standbyOptions { #expect(block.contains(word), "\(word)") }
    }
    #endif
}
#endif
