import HoldfastCore
import HoldfastRecovery

/// `holdfast backup export`: a backup beside the backup, to be put away.
enum BackupExportCommand: Command {
    static let declaration = CommandDeclaration(
        "backup export", "write another backup, under the same words",
        discussion: [
            "Writes all that 'holdfast backup now' would back up into FILE, which must not exist. It is"
                + " a backup of its own, with a key of its own, that the same words open; the one that is"
                + " switched on stays as it is. No words are needed for it. After 'holdfast phrase"
                + " change' the old words still open a file that was exported before."
        ],
        options: [.backupTo] + .directoryPlace,
        examples: [
            .init("holdfast backup export --to /media/disk/2026.hfb", "a copy to be put away")
        ])

    private static let action = "cannot export a backup"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard case .file(let path) = try BackupPlace.file(arguments, .backupTo) else {
            throw Failure.usage("--to FILE is missing", of: declaration)
        }
        do throws(KeychainError) {
            try OutputFile.checkAbsent(path)
        } catch {
            throw Failure(error, "cannot write \(Quoted.text(path))")
        }
        let here = try await VaultBackup.open(arguments, in: session, action)
        let report = try await here.export(to: path, action)
        try report.write(in: session)
        return 0
    }
}

extension VaultBackup {
    /// Backs up into another file, with a key of its own that this device forgets.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - action: what fails otherwise.
    /// - Returns: what was written.
    /// - Throws: what kept the backup from being made.
    func export(to path: String, _ action: String) async throws(Failure) -> BackupReport {
        let target = TargetProgress(FileBackupTarget(path: path))
        target.begin("pieces written", on: device.session.streams.error)
        defer { target.end() }
        let (backup, source, origin) = (backup, source, origin)
        return try await device.session.recovering(at: .file(path), action) {
            () async throws(RecoveryError) in
            try await backup.export(source, from: origin, to: target)
        }
    }
}
