/// All verbs, in the order in which help shows them.
@MainActor
enum CommandList {
    static let all: [any Command.Type] = [
        SetCommand.self, GetCommand.self, RemoveCommand.self, MoveCommand.self, ListCommand.self,
        InfoCommand.self, RunCommand.self, ExportCommand.self, ImportCommand.self,
        MigrateCommand.self, UnlockCommand.self, LockCommand.self, AgentCommand.self,
        StatusCommand.self, PasscodeSetCommand.self,
        PasscodeChangeCommand.self, PasscodeRemoveCommand.self, RescueCodeCommand.self,
        RescueUseCommand.self, RescueRemoveCommand.self, VaultSealCommand.self,
        VaultUnsealCommand.self, DoctorCommand.self,
        RelayServeCommand.self,
        DemoCommand.self, LabListCommand.self, LabRunCommand.self, LabExploreCommand.self,
        LabConformanceCommand.self, LabMatrixCommand.self, LabErrorsCommand.self,
        CompletionsCommand.self, HelpCommand.self, DocsCommand.self,
    ]

    /// The tables of all verbs that people are told of.
    static var declarations: [CommandDeclaration] {
        all.map { $0.declaration }.filter { !$0.isHidden }
    }

    /// Finds the command that a line calls.
    ///
    /// - Parameter words: the line, from its first word that is no option.
    /// - Returns: the command and how many words its name took.
    /// - Throws: a usage error.
    static func find(
        _ words: ArraySlice<[UInt8]>
    ) throws(Failure) -> (command: any Command.Type, wordCount: Int) {
        let typed = words.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        for command in all {
            let name = command.declaration.words
            if typed.starts(with: name) { return (command, name.count) }
        }
        throw unknown(typed)
    }

    private static func unknown(_ typed: [String]) -> Failure {
        let first = typed.first ?? ""
        let names = declarations.map(\.words)
        let group = names.filter { $0.count == 2 && $0[0] == first }.map { $0[1] }
        if !group.isEmpty {
            let word = typed.dropFirst().first
            let match = word.flatMap { NearMatch.of($0, among: group) }
            let hint = match.map { "; did you mean '\(first) \($0)'?" } ?? ""
            return Failure.usage(
                "'\(first)' is followed by one of \(group.joined(separator: ", "))\(hint)", of: nil)
        }
        let match = NearMatch.of(first, among: names.compactMap(\.first))
        let hint = match.map { "; did you mean '\($0)'?" } ?? ""
        return Failure.usage("there is no command \(Quoted.text(first))\(hint)", of: nil)
    }
}
