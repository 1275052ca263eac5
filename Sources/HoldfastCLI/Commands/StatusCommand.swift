import HoldfastCore
import HoldfastLinux

/// `holdfast status`: what state the vault is in.
enum StatusCommand: Command {
    static let declaration = CommandDeclaration(
        "status", "show whether there is a vault and whether it is locked",
        discussion: [
            "It asks nobody, changes nothing and works in every state. Without a passcode it says"
                + " 'locked: advisory': any process of this user can read every item then."
        ],
        examples: [
            .init("holdfast status", "for people"),
            .init("holdfast status --json", "for scripts"),
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let vault = try session.vault()
        let status = try await session.attempt("cannot look at the vault") {
            () async throws(KeychainError) in try await vault.status()
        }
        if session.isJSON {
            try session.output.write(StatusReport.json(status))
        } else {
            try session.output.write(StatusReport.lines(status, session.output.style))
        }
        return 0
    }
}
