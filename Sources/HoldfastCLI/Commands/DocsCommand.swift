/// `holdfast docs`: pages that are made from the tables, for whoever packages the tool.
enum DocsCommand: Command {
    static let declaration = CommandDeclaration(
        "docs", "write a generated page",
        arguments: [.init("PAGE", "man", completion: .choices(["man"]))], isHidden: true)

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard arguments.words[0] == "man" else {
            throw Failure.usage("PAGE is man", of: declaration)
        }
        try session.output.write(ManualPage.page(CommandList.declarations))
        return 0
    }
}
