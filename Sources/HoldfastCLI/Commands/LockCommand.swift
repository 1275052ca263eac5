import HoldfastCore
import HoldfastLinux

/// `holdfast lock`: drops the class keys.
enum LockCommand: Command {
    static let declaration = CommandDeclaration(
        "lock", "lock the vault now",
        discussion: [
            "Items of the afterFirstUnlock classes stay readable for background work; with --all"
                + " nothing is, as after a start of the machine."
        ],
        options: [all],
        examples: [
            .init("holdfast lock", "as when a screen is locked"),
            .init("holdfast lock --all", "as when the machine is started"),
        ])

    private static let all = OptionDeclaration(
        "all", "drop the keys of the afterFirstUnlock classes too")

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        try await session.attempt("cannot lock the vault") { () async throws(KeychainError) in
            try await vault.lock(alsoAfterFirstUnlock: arguments.has(all))
        }
        return 0
    }
}
