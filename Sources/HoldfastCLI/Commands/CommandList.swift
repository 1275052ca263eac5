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
        VaultUnsealCommand.self, DeviceInitCommand.self, DeviceShowCommand.self,
        DeviceListCommand.self, DeviceVerifyCommand.self, DeviceRequestCommand.self,
        DeviceApproveCommand.self, DeviceRevokeCommand.self, DeviceRenameCommand.self,
        DeviceReplaceCommand.self, DeviceRegisterCommand.self, DeviceConfirmCommand.self,
        DeviceVetoCommand.self, DeviceTransferCommand.self, AccountCreateCommand.self,
        AccountJoinCommand.self, SendCommand.self, InboxCommand.self, PhraseNewCommand.self,
        PhraseVerifyCommand.self, PhraseChangeCommand.self, BackupOnCommand.self,
        BackupOffCommand.self, BackupNowCommand.self, BackupStatusCommand.self,
        BackupVerifyCommand.self, BackupRestoreCommand.self, BackupExportCommand.self,
        DoctorCommand.self, RelayServeCommand.self,
        DemoCommand.self, LabListCommand.self, LabRunCommand.self, LabExploreCommand.self,
        LabConformanceCommand.self, LabMatrixCommand.self, LabErrorsCommand.self,
        CompletionsCommand.self, HelpCommand.self, DocsCommand.self,
    ]

    /// The tables of all verbs that people are told of.
    static var declarations: [CommandDeclaration] {
        all.map { $0.declaration }.filter { !$0.isHidden }
    }

    /// An option that some command takes.
    ///
    /// Options of one name mean the same everywhere, so that it is known whether a value follows one
    /// that stands in front of its command.
    static func option(named name: String) -> OptionDeclaration? {
        // The shared ones first: the other tables need not even be made for them.
        OptionDeclaration.shared.first { $0.name == name }
            ?? all.lazy.flatMap { $0.declaration.ownOptions }.first { $0.name == name }
    }

    /// The names of all options that people are told of.
    static var optionNames: [String] {
        Set(declarations.flatMap { $0.options.map(\.name) }).sorted()
    }

    /// Whether a word names a command without another word behind it.
    static func isName(_ word: [UInt8]) -> Bool {
        let typed = String(decoding: word, as: UTF8.self)
        return all.contains { $0.declaration.words == [typed] }
    }

    /// The commands whose names begin with a word and have another one.
    ///
    /// - Returns: `nil` if there are none.
    static func group(_ word: String) -> [CommandDeclaration]? {
        let group = declarations.filter { $0.words.count == 2 && $0.words[0] == word }
        return group.isEmpty ? nil : group
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
        if typed.first == "phrase", words.count > 2 { throw Failure.phraseInArguments(of: nil) }
        throw unknown(typed)
    }

    private static func unknown(_ typed: [String]) -> Failure {
        let first = typed.first ?? ""
        let names = declarations.map(\.words)
        if let group = group(first)?.map({ $0.words[1] }) {
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
