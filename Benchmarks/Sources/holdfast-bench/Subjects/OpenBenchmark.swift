import Holdfast
import HoldfastCrypto

/// Opening and unlocking a vault.
enum OpenBenchmark {
    static let all = [
        Benchmark(
            id: "open",
            what:
                "open a vault of 1,000 items and read one ÷ open a raw SQLite file and read one row",
            unit: .microseconds, bar: nil
        ) { workshop in
            let filled = try workshop.vault(of: 1_000)
            let path = workshop.path("raw.db")
            // Stays open, so that closing the other one does not remove the log each time.
            let raw = try RawSQLite(path: path, count: 1_000, valueByteCount: 100)
            return try .alternating(
                rounds: 40, operations: (10, 10),
                ours: { _ in
                    let vault = LinuxVault(VaultConfiguration(location: filled.location))
                    _ = try vault.readWithoutPrompt(filled.anyKey())
                },
                peer: { _ in try RawSQLite(existing: raw.path, count: 1_000).readAny() })
        },
        Benchmark(
            id: "unlock",
            what: "unlock with a passcode ÷ libsodium's bare Argon2id of the same cost",
            unit: .milliseconds, bar: nil
        ) { workshop in
            let directory = workshop.path("locked")
            try Directory.make(directory)
            let vault = LinuxVault(
                VaultConfiguration(
                    location: VaultLocation(
                        directory: directory + "/vault", stateDirectory: directory + "/state")))
            let passcode = SecretBytes(utf8: "correct horse")
            try waiting { try await vault.setPasscode(passcode) }
            return try .alternating(
                rounds: 15, operations: (1, 1),
                ours: { _ in
                    try waiting { try await vault.unlock(with: passcode, keeping: .process) }
                },
                peer: { _ in
                    try BareArgon2id.stretch(
                        passcode.copyBytes(), memoryKiB: 65_536, iterations: 3)
                })
        },
    ]
}
