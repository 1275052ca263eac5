import Holdfast
import HoldfastCrypto

/// A state that is kept by a persistor, against the bare write of as many bytes.
enum PersistBenchmark {
    static let all = [
        Benchmark(
            id: "persist-100k",
            what: "save of a changed state of 100 KB ÷ one raw vault write of as many bytes",
            unit: .microseconds, bar: 1.3
        ) { workshop in
            let subjects = try Subjects(workshop)
            return try .alternating(
                rounds: 60, operations: (20, 20), ours: { try subjects.save($0) },
                peer: { try subjects.write($0) })
        }
    ]

    /// What an app keeps: a session and 100 pages of text that it has fetched.
    private struct AppState: Codable, Sendable, Equatable {
        var refreshToken = String(repeating: "t", count: 800)
        var saveCount = 0
        var pages = (0..<100).map { "\($0) " + String(repeating: "words of a page ", count: 62) }
    }

    /// A vault with a state, and one with an item of as many bytes.
    private final class Subjects {
        private let persistor: StatePersistor<AppState>
        private let vault: LinuxVault
        private let values: [SecretBytes]
        private let key: ItemKey

        init(_ workshop: Workshop) throws {
            let directory = workshop.path("persist")
            try Directory.make(directory)
            key = try ItemKey(service: "persist", account: "state")
            let states = Self.vault(directory + "/a")
            persistor = try StatePersistor(
                in: states, under: key,
                marker: FirstInstallMarker(
                    in: DirectoryContainer(path: directory + "/app"), named: "bench")
            ) { AppState() }
            try waiting { [persistor] in
                try await persistor.load()
                try await persistor.flush()
            }
            guard let byteCount = try states.readWithoutPrompt(key)?.value.count,
                (100_000..<103_000).contains(byteCount)
            else { throw BenchFailure("the state is not stored, or is not of 100 KB") }
            vault = Self.vault(directory + "/b")
            var random = SplitMix64(seed: 5)
            values = (0..<2).map { _ in SecretBytes(random.bytes(byteCount)) }
            try write(0)
        }

        func save(_ number: Int) throws {
            try waiting { [persistor] in
                try await persistor.change { $0.saveCount += 1 }
                try await persistor.flush()
            }
        }

        func write(_ number: Int) throws {
            try waiting { [vault, key, value = values[number % 2]] in
                try await vault.write(value, for: key)
            }
        }

        private static func vault(_ path: String) -> LinuxVault {
            LinuxVault(
                VaultConfiguration(
                    location: VaultLocation(
                        directory: path + "/vault", stateDirectory: path + "/state")))
        }
    }
}
