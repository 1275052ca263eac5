import Glibc
import HoldfastCrypto
import HoldfastWire

/// A relay of this run's own, with people who have devices; one who writes is logged in, and one
/// who reads can be.
final class RelayRoom {
    let people: MessagePeople
    let server: ListeningProcess
    private let folder: String
    private let writer: RelaySeat
    private var knownReader: RelaySeat?

    /// Starts it, makes the accounts and logs the writer in.
    init(_ workshop: Workshop, accounts: Int, devices: Int) throws {
        folder = workshop.path("relay")
        server = try ListeningProcess(
            [
                try ListeningProcess.sibling("holdfast-relay"), "serve", "--data", folder,
                "--listen", "127.0.0.1:0", "--origin", RelaySeat.origin,
            ] + Self.withoutLimits, error: nil)
        people = try MessagePeople(accounts: accounts, devices: devices)
        for log in people.logs { try Self.upload(log, to: server.port) }
        writer = try RelaySeat(people.members.writer, at: server.port)
    }

    /// The session of a device that gets what is written.
    func reader() throws -> RelaySeat {
        if let knownReader { return knownReader }
        guard let member = people.members.reader else { throw BenchFailure("nobody reads") }
        let reader = try RelaySeat(member, at: server.port)
        knownReader = reader
        return reader
    }

    /// What asks for the devices of the person who reads.
    func deviceListRequest(of person: Int) -> [UInt8] {
        let account = AccountID(genesis: people.logs[person + 1][0].hash)
        return RawRequest.bytes("GET", "/v1/accounts/\(RelaySeat.digits(account.bytes))/log?from=0")
    }

    /// Messages to all, or to one person, ready to be sent: signed, and each with its proof.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - text: what is in them.
    ///   - person: says who gets a message of this number; nil for all.
    /// - Returns: the requests; the relay takes them for two minutes.
    /// - Throws: if the library failed.
    func messages(
        _ count: Int, _ text: String, for person: (Int) -> Int? = { _ in nil }
    ) throws -> [[UInt8]] {
        try (0..<count).map { number in
            try writer.request(
                "POST", "/v1/messages", people.seal(text, for: person(number)).bytes)
        }
    }

    /// Chunks of a new backup of the writer's, ready to be sent: random, each under a name of its own.
    func chunks(_ count: Int, byteCount: Int) throws -> [[UInt8]] {
        let lineage = RelaySeat.digits(try SystemRandom().bytes(SlotID.byteCount))
        return try (0..<count).map { _ in
            let bytes = try SystemRandom().bytes(byteCount)
            let name = RelaySeat.digits(SHA256.hash(bytes))
            return try writer.request("PUT", "/v1/backups/\(lineage)/chunks/\(name)", bytes)
        }
    }

    /// Bytes of the database, what lies in its log included.
    func databaseByteCount() throws -> Int {
        try RawSQLite.byteCount(ofDatabase: folder + "/relay.db")
    }

    private static func upload(_ log: [SignedLogEntry], to port: UInt16) throws {
        let account = AccountID(genesis: log[0].hash)
        for (number, entry) in log.enumerated() {
            let target = number == 0 ? "" : "/\(RelaySeat.digits(account.bytes))/log"
            try Load.run(
                [
                    RawRequest.bytes(
                        "POST", "/v1/accounts" + target, headers: [RelaySeat.binary],
                        body: entry.bytes)
                ], port: port, status: 201)
        }
    }

    /// One address and one sender do the work of thousands here.
    private static let withoutLimits = [
        "--logins-per-address", "1000000", "--requests-per-address", "100000000",
        "--requests-per-account", "100000000", "--entries-per-account", "1000000",
        "--messages-per-target", "100000000", "--quota-mib", "1048576",
    ]
}
