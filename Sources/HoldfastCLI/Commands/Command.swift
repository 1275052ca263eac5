/// One verb of the tool.
///
/// Commands run on the main actor, which in a process of its own is the first thread: they read,
/// write and ask in the way of a command line, by waiting, and no cooperative thread waits for them.
@MainActor
protocol Command {
    /// The table that parser, help, manual and completions are made of.
    static var declaration: CommandDeclaration { get }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - arguments: checked against the table.
    ///   - session: the surroundings.
    /// - Returns: the exit status; 0 but for commands that find something out.
    /// - Throws: why it ended otherwise.
    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32
}
