import Glibc
import HoldfastWire

/// The relay beside Synapse, which does the same for Matrix, and beside nothing at all.
enum RelayBenchmark {
    static let all = [devices, fanout, empty, emptyAndSigned, memory]

    private static let rounds = 7
    private static let accountCount = 10
    private static let deviceCount = 4
    /// 1 KB.
    private static let text = String(repeating: "Meet at 10, gate B. ", count: 52).prefix(1_024)

    private static let devices = Benchmark(
        id: "relay-devices",
        what: "The relay, device list of one user of \(deviceCount) devices ÷ Synapse on SQLite,"
            + " `keys/query`; \(Load.connectionCount) connections",
        unit: .requestsPerSecond, bar: 10
    ) { workshop in
        let room = try RelayRoom(workshop, accounts: 1, devices: deviceCount)
        let synapse = try SynapseServer(workshop, people: 1, devices: deviceCount)
        let (user, names) = synapse.people[0]
        let ours = [[UInt8]](repeating: room.deviceListRequest(of: 0), count: 20_000)
        let peer = [[UInt8]](
            repeating: synapse.request(
                "POST", "/_matrix/client/v3/keys/query", json: #"{"device_keys":{"\#(user)":[]}}"#),
            count: 400)
        return try .turns(
            rounds: rounds,
            ours: {
                let outcome = try Load.run(ours, port: room.server.port)
                guard try LogPage(outcome.body).entries.count == deviceCount else {
                    throw BenchFailure("the relay leaves devices out")
                }
                return outcome.secondsPerRequest
            },
            peer: {
                let outcome = try Load.run(peer, port: synapse.port)
                let answer = String(decoding: outcome.body, as: UTF8.self)
                guard names.allSatisfy({ answer.contains("curve25519:\($0)") }) else {
                    throw BenchFailure("Synapse leaves devices out")
                }
                return outcome.secondsPerRequest
            })
    }

    private static let fanout = Benchmark(
        id: "relay-fanout",
        what: "The relay, messages of 1 KB to \(accountCount * deviceCount) devices, durable before"
            + " the 200, counted by device ÷ Synapse on SQLite, `sendToDevice` to as many",
        unit: .messagesPerSecond, bar: 5
    ) { workshop in
        let room = try RelayRoom(workshop, accounts: accountCount, devices: deviceCount)
        let synapse = try SynapseServer(workshop, people: accountCount, devices: deviceCount)
        let body = toDevice(synapse.people)
        let fanout = Double(accountCount * deviceCount)
        var number = 0
        return try .turns(
            rounds: rounds,
            ours: {
                let messages = try room.messages(200, String(text))
                let outcome = try Load.run(messages, port: room.server.port)
                guard try SendResult(outcome.body) == SendResult(wasKnown: false, full: []) else {
                    throw BenchFailure("the relay did not deliver to all")
                }
                return outcome.secondsPerRequest / fanout
            },
            peer: {
                let messages = (0..<60).map { _ in
                    number += 1
                    return synapse.request(
                        "PUT", "/_matrix/client/v3/sendToDevice/m.room.encrypted/\(number)",
                        json: body)
                }
                return try Load.run(messages, port: synapse.port).secondsPerRequest / fanout
            })
    }

    private static let empty = Benchmark(
        id: "relay-vs-empty",
        what: "The relay, device list of one user ÷ an empty handler on the same HTTP library that"
            + " answers as many bytes",
        unit: .requestsPerSecond, bar: nil
    ) { workshop in
        let room = try RelayRoom(workshop, accounts: 1, devices: deviceCount)
        let request = room.deviceListRequest(of: 0)
        return try beside(room) { _ in request }
    }

    private static let emptyAndSigned = Benchmark(
        id: "relay-signed-vs-empty",
        what: "The same with a request that proves its session: an inbox in which nothing waits",
        unit: .requestsPerSecond, bar: nil
    ) { workshop in
        let room = try RelayRoom(workshop, accounts: 1, devices: 1)
        let reader = try room.reader()
        return try beside(room) { _ in try reader.inboxRequest(after: 0) }
    }

    private static let batch = 20_000

    /// Compares with what does nothing, at the same requests.
    private static func beside(
        _ room: RelayRoom, _ request: (Int) throws -> [UInt8]
    ) throws -> Comparison {
        let answer = try Load.run([try request(0)], port: room.server.port).body
        let empty = try ListeningProcess(
            [try ListeningProcess.sibling("empty-handler"), String(answer.count)])
        var requests: [[UInt8]] = []
        return try .turns(
            rounds: rounds,
            ours: {
                requests = try (0..<batch).map(request)
                return try Load.run(requests, port: room.server.port).secondsPerRequest
            },
            peer: {
                if requests.isEmpty { requests = try (0..<batch).map(request) }
                return try Load.run(requests, port: empty.port).secondsPerRequest
            })
    }

    private static let memory = Benchmark(
        id: "relay-memory",
        what:
            "Resident memory of the relay: idle ÷ 40 MB, and after 100,000 messages that it stored"
            + " ÷ 80 MB; the worse of the two",
        unit: .megabytes, bar: 1
    ) { workshop in
        // An inbox holds 10,000.
        let room = try RelayRoom(workshop, accounts: 20, devices: 1)
        let idle = try room.server.residentMegabytes()
        for _ in 0..<50 {
            let messages = try room.messages(2_000, String(text)) { $0 % 20 }
            let outcome = try Load.run(messages, port: room.server.port)
            guard try SendResult(outcome.body) == SendResult(wasKnown: false, full: []) else {
                throw BenchFailure("the relay did not store a message")
            }
        }
        let full = try room.server.residentMegabytes()
        Workshop.note("relay-memory: idle \(Table.figure(idle)) MB, full \(Table.figure(full)) MB")
        var comparison = Comparison()
        if idle / 40 > full / 80 {
            comparison.add(ours: idle, peer: 40)
        } else {
            comparison.add(ours: full, peer: 80)
        }
        return comparison
    }

    /// A ciphertext of 1 KB of its own for each device, as Olm makes it.
    private static func toDevice(_ people: [(user: String, devices: [String])]) -> String {
        var generator = SplitMix64(seed: 7)
        let users = people.map { person in
            let devices = person.devices.map { device in
                let bytes = generator.bytes(512).flatMap { [$0 >> 4, $0 & 15] }
                let text = String(decoding: bytes.map { 0x61 + $0 }, as: UTF8.self)
                return #""\#(device)":{"ciphertext":"\#(text)"}"#
            }
            return #""\#(person.user)":{\#(devices.joined(separator: ","))}"#
        }
        return #"{"messages":{\#(users.joined(separator: ","))}}"#
    }
}
