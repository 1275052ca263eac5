import HoldfastCrypto
import HoldfastWire

/// Chunks of a backup at a relay, beside keys that Matrix clients back up at Synapse.
enum RelayBackupBenchmark {
    static let row = Benchmark(
        id: "relay-backup",
        what: "The relay, chunks of 160 KiB as a backup stores them, durable before the answer"
            + " ÷ Synapse on SQLite, `room_keys` of as many bytes; \(Load.connectionCount)"
            + " connections",
        unit: .requestsPerSecond, bar: 5
    ) { workshop in
        let room = try RelayRoom(workshop, accounts: 0, devices: 0)
        let synapse = try SynapseServer(workshop, people: 1, devices: 1)
        let version = try newVersion(synapse)
        var number = 0
        return try .turns(
            rounds: 5,
            ours: {
                let chunks = try room.chunks(200, byteCount: byteCount)
                let outcome = try Load.run(chunks, port: room.server.port, status: 201)
                guard outcome.body.count == SHA256.byteCount else {
                    throw BenchFailure("the relay kept no chunk")
                }
                return outcome.secondsPerRequest
            },
            peer: {
                let keys = (0..<60).map { _ in
                    number += 1
                    return synapse.request(
                        "PUT",
                        "/_matrix/client/v3/room_keys/keys/!bench:bench.test/s\(number)"
                            + "?version=\(version)",
                        json: roomKey(number))
                }
                let outcome = try Load.run(keys, port: synapse.port)
                guard String(decoding: outcome.body, as: UTF8.self).contains("etag") else {
                    throw BenchFailure("Synapse kept no key")
                }
                return outcome.secondsPerRequest
            })
    }

    /// The length of a piece, on average.
    private static let byteCount = 160 << 10

    /// Begins a backup of keys.
    private static func newVersion(_ synapse: SynapseServer) throws -> String {
        let request = synapse.request(
            "POST", "/_matrix/client/v3/room_keys/version",
            json: #"{"algorithm":"m.megolm_backup.v1.curve25519-aes-sha2","#
                + #""auth_data":{"public_key":"abcdefg"}}"#)
        let answer = String(
            decoding: try Load.run([request], port: synapse.port).body, as: UTF8.self)
        let words = answer.split(separator: "\"")
        guard let place = words.firstIndex(of: "version"), place + 2 < words.count else {
            throw BenchFailure("Synapse begins no backup: \(answer)")
        }
        return String(words[place + 2])
    }

    /// A key of a room, as long as a chunk.
    private static func roomKey(_ number: Int) -> String {
        let head =
            #"{"first_message_index":0,"forwarded_count":0,"is_verified":true,"#
            + #""session_data":{"ephemeral":"e","mac":"m","ciphertext":""#
        var generator = SplitMix64(seed: UInt64(number))
        let count = byteCount - head.utf8.count - 3
        let letters = generator.bytes(count).map { 0x61 + ($0 & 15) }
        return head + String(decoding: letters, as: UTF8.self) + #""}}"#
    }
}
