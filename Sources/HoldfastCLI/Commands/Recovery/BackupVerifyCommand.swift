import HoldfastCore
import HoldfastRecovery

/// `holdfast backup verify`: reads all of the backup back.
enum BackupVerifyCommand: Command {
    static let declaration = CommandDeclaration(
        "backup verify", "read the newest backup back, all of it, and verify it",
        discussion: [
            "Opens every piece with the key that this device has, as a restore would, and compares"
                + " the counts. It does not tell whether you still have the words: 'holdfast phrase"
                + " verify' does.",
            "The exit status is 0 if all of it is good, 6 if something is damaged or older than what"
                + " was seen before.",
        ],
        options: .directoryPlace,
        examples: [.init("holdfast backup verify", "once in a while")])

    private static let action = "cannot verify the backup"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await VaultBackup.open(arguments, in: session, action)
        let origin = here.origin
        let summary = try await here.run(action, "pieces verified") {
            () async throws(RecoveryError) in
            try await here.backup.verify(origin)
        }
        try SummaryReport(summary: summary).write("all of it is good", in: session)
        return 0
    }
}

extension SummaryReport {
    /// Writes it.
    ///
    /// - Parameters:
    ///   - word: the first line for people.
    ///   - session: the surroundings.
    /// - Throws: a failure to write.
    @MainActor
    func write(_ word: String, in session: Session) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { members(into: &$0) }
            return try session.output.write(json)
        }
        try session.output.write(
            session.output.style.good(word) + "\n" + lines(session.output.style))
    }
}
