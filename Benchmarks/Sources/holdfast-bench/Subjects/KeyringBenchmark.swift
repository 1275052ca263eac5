/// Storing and reading against the Secret Service.
enum KeyringBenchmark {
    static let all = [
        Benchmark(
            id: "store-vs-libsecret",
            what:
                "durable write ÷ libsecret store into gnome-keyring, 1,000 items of 100 bytes each",
            unit: .writesPerSecond, bar: 50
        ) { workshop in
            let keyring = try workshop.keyring()
            let vault = try workshop.vault(of: Keyring.itemCount)
            let value = FilledVault.value(of: 0)
            let bytes = value.copyBytes()
            return try .alternating(
                rounds: 40, operations: (100, 5), ours: { _ in try vault.writeAny(value) },
                peer: { _ in try keyring.writeAny(bytes) })
        },
        Benchmark(
            id: "read-vs-libsecret",
            what: "read ÷ libsecret lookup from gnome-keyring, in process, 1,000 items each",
            unit: .readsPerSecond, bar: 50
        ) { workshop in
            let keyring = try workshop.keyring()
            let vault = try workshop.vault(of: Keyring.itemCount)
            return try .alternating(
                rounds: 60, operations: (500, 20), ours: { _ in try vault.readAny() },
                peer: { _ in try keyring.readAny() })
        },
    ]
}
