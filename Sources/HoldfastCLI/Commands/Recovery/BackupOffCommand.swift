import HoldfastCore
import HoldfastRecovery

/// `holdfast backup off`: no more backups of this device.
enum BackupOffCommand: Command {
    static let declaration = CommandDeclaration(
        "backup off", "make no more backups of this device",
        discussion: [
            "This device forgets the backup's key. What is in the file or at the relay stays, and the"
                + " words open it as before."
        ],
        options: [.yes] + .directoryPlace,
        examples: [.init("holdfast backup off", "after a question")])

    private static let action = "cannot switch the backup off"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await VaultBackup.open(arguments, in: session, action)
        let isOn = try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.statement() != nil
        }
        guard isOn else {
            throw Failure(KeychainError(RecoveryError.notEnrolled, at: nil), action)
        }
        if !arguments.has(.yes) {
            try await session.confirm("Make no more backups of this device?", action)
        }
        try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.switchOff()
        }
        session.note("the backup is off; what is in \(here.place.text) stays")
        return 0
    }
}
