import HoldfastCore
import HoldfastRecovery

/// A backup that is to be opened by its phrase: in a file that is named, or where the vault's is.
@MainActor
struct BackupDoor {
    let session: Session
    let place: BackupPlace
    let target: any BackupTarget
    /// What is known of the account besides the words.
    let witness: RestoreWitness

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - arguments: `--from` and `--repair` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the place, which nothing was asked of yet.
    /// - Throws: `INVALID_ARGUMENT` if nothing names one; what kept the vault from answering.
    static func open(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> BackupDoor {
        if let place = try BackupPlace.file(arguments, .backupFile), case .file(let path) = place {
            return BackupDoor(
                session: session, place: place, target: FileBackupTarget(path: path),
                witness: RestoreWitness())
        }
        guard !arguments.has(.repair) else {
            throw Failure.usage("--repair needs --from FILE", of: arguments.command)
        }
        let vault = try await session.vaultForItems()
        let place = try await session.attempt(action) { () async throws(KeychainError) in
            try await BackupPlace.remembered(in: vault)
        }
        guard let place, case .file(let path) = place else {
            throw Failure(
                KeychainError(RecoveryError.notEnrolled, at: nil), action)
        }
        return BackupDoor(
            session: session, place: place, target: FileBackupTarget(path: path),
            witness: RestoreWitness())
    }

    /// The phrase: typed or supplied, and looked for where that is asked for.
    ///
    /// - Parameters:
    ///   - arguments: `--phrase-fd` and `--repair` are looked at.
    ///   - action: what fails otherwise.
    /// - Returns: the phrase, which opens a backup here only where it was looked for.
    /// - Throws: as ``Session/phrase(_:from:asking:_:)``.
    func phrase(
        _ arguments: ParsedArguments, _ action: String
    ) async throws(Failure) -> RecoveryPhrase {
        guard arguments.has(.repair), let file = target as? FileBackupTarget else {
            return try session.phrase(arguments, action)
        }
        return try await session.repairedPhrase(arguments, file, at: place, action)
    }
}
