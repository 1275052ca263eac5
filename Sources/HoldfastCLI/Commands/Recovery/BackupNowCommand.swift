import HoldfastCore
import HoldfastRecovery
import HoldfastWire

/// `holdfast backup now`: sends what is new since the last time.
enum BackupNowCommand: Command {
    static let declaration = CommandDeclaration(
        "backup now", "back up what is new since the last time",
        discussion: [
            "What did not change is not sent again. Until all of it is written and read back the"
                + " backup before is the newest one; a run that died goes on where it was. Another"
                + " device of yours that backs up at the same time keeps its place beside this one.",
            "For a timer: the exit status is 0 if a backup was made, else by class of error, and"
                + " 'holdfast backup status' fails when there was none for three days.",
        ],
        options: .directoryPlace,
        examples: [.init("holdfast backup now", "in a systemd timer, each night")])

    private static let action = "cannot back up"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await VaultBackup.open(arguments, in: session, action)
        let report = try await here.backUp(action)
        try report.write(in: session)
        try await here.warnOfOtherKey(action)
        return 0
    }
}

extension VaultBackup {
    /// Warns where the words would open the backup and let no new device in.
    func warnOfOtherKey(_ action: String) async throws(Failure) {
        let statement = try await run(action) { () async throws(RecoveryError) in
            try await backup.statement()
        }
        guard let statement, statement.recoveryKey != log.log.facts.recoveryKey else { return }
        device.session.note(
            "warning: the account's log does not know this phrase's recovery key, so that it lets no"
                + " new device in; run 'holdfast backup on' again")
    }
}
