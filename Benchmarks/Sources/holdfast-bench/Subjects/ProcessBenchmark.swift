import Glibc
import Holdfast

/// A whole process that reads one item.
enum ProcessBenchmark {
    static let all = [
        Benchmark(
            id: "get-process",
            what: "`holdfast get NAME` ÷ `secret-tool lookup`, whole process, 1,000 items each",
            unit: .milliseconds, bar: 0.5
        ) { workshop in
            let ours = try tool(workshop)
            let keyring = try workshop.keyring()
            try Libsecret.store(FilledVault.value(of: 7).copyBytes(), as: Keyring.name(7))
            let peer = try command(
                ["secret-tool", "lookup", Libsecret.attribute, Keyring.name(7)],
                keyring.environment)
            return try .alternating(
                rounds: 60, operations: (5, 5), ours: { _ in try ours.run() },
                peer: { _ in try peer.run() })
        }
    ]

    private static func tool(_ workshop: Workshop) throws -> Prepared {
        let path = workshop.root + "/.build/release/holdfast"
        guard access(path, X_OK) == 0 else {
            throw BenchFailure("\(path) is not built; run `make build`")
        }
        let vault = try workshop.vault(of: Keyring.itemCount)
        try vault.vault.writeWithoutPrompt(
            FilledVault.value(of: 7), for: vault.keys[7], options: .standard)
        return try command(
            [path, "get", "--service", vault.keys[7].service, vault.keys[7].account],
            [
                "HOME": workshop.directory, "HOLDFAST_HOME": vault.location.directory,
                "HOLDFAST_STATE": vault.location.stateDirectory,
            ])
    }

    /// A command that was seen to answer with the value of item 7.
    private static func command(
        _ arguments: [String], _ environment: [String: String]
    ) throws -> Prepared {
        let answer = try Child.output(of: arguments, environment: environment)
        guard answer == FilledVault.value(of: 7).copyBytes() else {
            throw BenchFailure("\(arguments[0]) answers with something else than the item's value")
        }
        return try Prepared(arguments, environment: environment)
    }
}
