/// `holdfast help`: the same pages as `--help`.
enum HelpCommand: Command {
    static let declaration = CommandDeclaration(
        "help", "show help for a command, or the list of commands",
        arguments: [
            .init("COMMAND", "a command, or the first word of several", isOptional: true),
            .init("SUBCOMMAND", "the second word of its name", isOptional: true),
        ],
        examples: [
            .init("holdfast help passcode set", "help for one command"),
            .init("holdfast help lab", "the commands of the device lab"),
        ])

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let page = HelpPage(session.output.style)
        guard !arguments.words.isEmpty else {
            try session.output.write(page.overview(of: CommandList.declarations))
            return 0
        }
        if arguments.words.count == 1, let group = CommandList.group(arguments.words[0]) {
            try session.output.write(page.overview(of: group))
            return 0
        }
        let words = arguments.words.map { Array($0.utf8) }
        let command = try CommandList.find(words[...]).command
        try session.output.write(page.page(of: command.declaration))
        return 0
    }
}
