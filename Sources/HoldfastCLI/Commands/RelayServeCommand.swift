import HoldfastCore

/// `holdfast relay serve`: starts the relay, which is a program of its own.
enum RelayServeCommand: Command {
    static let declaration = CommandDeclaration(
        "relay serve", "start the relay, which forwards what it cannot read",
        discussion: [
            "The relay is the program holdfast-relay, so that the tool needs no server's library."
                + " It is looked for beside holdfast, in ../libexec/holdfast, then in the folders of"
                + " PATH, and takes the"
                + " place of this process: what stands behind 'serve' is its own, its signals and"
                + " its exit status too. Where it is not installed, the exit status is 8.",
            "'holdfast-relay --help' lists its options; --data DIR is needed, the folder of its"
                + " database and its key.",
        ],
        handsOn: true,
        examples: [
            .init(
                "holdfast relay serve --data /var/lib/holdfast-relay --listen 127.0.0.1:8787"
                    + " --origin https://relay.example",
                "behind a proxy that speaks TLS")
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let words = [Array("serve".utf8)] + arguments.program
        let name = SiblingProgram.relay.name
        session.close()
        for place in SiblingProgram.relay.places + [Array(name.utf8)] {
            let failure = Program([place] + words, environment: session.environment)
                .takeOver(session.start)
            guard failure.exitStatus == 127 else { throw failure }
        }
        throw Failure(
            KeychainError(
                .unsupported, "there is no program \(name) beside holdfast or in PATH",
                advice:
                    "build it with 'swift build --traits Server --product \(name)' and put it"
                    + " beside holdfast"),
            "cannot start the relay")
    }
}
