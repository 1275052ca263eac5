import Holdfast
import HoldfastCrypto

/// Values of the largest size, where sealing and hashing are most of the work.
enum LargeValueBenchmark {
    static let all = [
        Benchmark(
            id: "read-1mib",
            what: "read of 1 MiB ÷ raw SQLite read of as many bytes, not encrypted",
            unit: .microseconds, bar: nil
        ) { workshop in
            let subjects = try Subjects(workshop)
            return try .alternating(
                rounds: 30, operations: (5, 5), ours: { try subjects.read($0) },
                peer: { _ in try subjects.raw.readAny() })
        },
        Benchmark(
            id: "write-1mib",
            what: "durable write of 1 MiB ÷ raw SQLite WAL/FULL commit of as many, not encrypted",
            unit: .milliseconds, bar: nil
        ) { workshop in
            let subjects = try Subjects(workshop)
            return try .alternating(
                rounds: 30, operations: (5, 5), ours: { try subjects.write($0) },
                peer: { _ in try subjects.raw.writeAny(subjects.bytes) })
        },
    ]

    /// A vault and a raw file with ten values of 1 MiB each.
    private final class Subjects {
        let vault: LinuxVault
        let raw: RawSQLite
        let bytes: [UInt8]
        private let value: SecretBytes

        init(_ workshop: Workshop) throws {
            let directory = workshop.path("large")
            try Directory.make(directory)
            vault = LinuxVault(
                VaultConfiguration(
                    location: VaultLocation(
                        directory: directory + "/vault", stateDirectory: directory + "/state")))
            var random = SplitMix64(seed: 3)
            bytes = random.bytes(Item.maximumByteCount)
            value = SecretBytes(bytes)
            raw = try RawSQLite(
                path: directory + "/raw.db", count: Self.count, valueByteCount: bytes.count)
            for number in 0..<Self.count { try write(number) }
        }

        func read(_ number: Int) throws {
            guard try vault.readWithoutPrompt(key(number))?.value.count == bytes.count else {
                throw BenchFailure("a large value is not there")
            }
        }

        func write(_ number: Int) throws {
            try vault.writeWithoutPrompt(value, for: key(number), options: .standard)
        }

        private func key(_ number: Int) throws -> ItemKey {
            try ItemKey(service: "large", account: "item-\(number % Self.count)")
        }

        private static let count = 10
    }
}
