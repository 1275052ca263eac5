/// `holdfast completions`: a script for a shell.
enum CompletionsCommand: Command {
    static let declaration = CommandDeclaration(
        "completions", "write a completion script for a shell",
        arguments: [
            .init(
                "SHELL", "bash, zsh or fish", completion: .choices(Shell.allCases.map(\.rawValue)))
        ],
        examples: [
            .init("source <(holdfast completions bash)", "completions for this shell"),
            .init(
                "holdfast completions fish > ~/.config/fish/completions/holdfast.fish",
                "completions for every fish"),
        ])

    /// The shells that there are scripts for.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard let shell = Shell(rawValue: arguments.words[0]) else {
            throw Failure.usage("SHELL is one of bash, zsh, fish", of: declaration)
        }
        try session.output.write(script(for: shell))
        return 0
    }

    /// The script for a shell.
    static func script(for shell: Shell) -> String {
        let commands = CommandList.declarations
        switch shell {
        case .bash: return BashCompletions.script(commands)
        case .zsh: return ZshCompletions.script(commands)
        case .fish: return FishCompletions.script(commands)
        }
    }
}
