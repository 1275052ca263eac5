import HoldfastCore
import HoldfastLinux
import HoldfastRecovery
import HoldfastRelayClient

/// A backup that is to be opened by its phrase: in a file that is named, where the vault's is, or at
/// the relay.
@MainActor
struct BackupDoor {
    let session: Session
    let place: BackupPlace
    /// The place, if it is a file.
    private let target: FileBackupTarget?
    /// The relay, if it is there.
    private let relay: RelayPlace?

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - arguments: `--from`, `--repair` and `--relay` are looked at.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: the place, which nothing was asked of yet.
    /// - Throws: `INVALID_ARGUMENT` if nothing names one; what kept the vault from answering.
    static func open(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> BackupDoor {
        if let place = try BackupPlace.file(arguments, .backupFile), case .file(let path) = place {
            return BackupDoor(
                session: session, place: place, target: FileBackupTarget(path: path), relay: nil)
        }
        guard !arguments.has(.repair) else {
            throw Failure.usage("--repair needs --from FILE", of: arguments.command)
        }
        let vault = try await session.vaultForItems()
        let (known, remembered) = try await session.attempt(action) {
            () async throws(KeychainError) -> (BackupPlace?, DirectoryPlace?) in
            guard try await vault.status().exists else { return (nil, nil) }
            return (
                try await BackupPlace.remembered(in: vault),
                try await DirectoryPlace.remembered(in: vault)
            )
        }
        if case .file(let path) = known {
            return BackupDoor(
                session: session, place: .file(path), target: FileBackupTarget(path: path),
                relay: nil)
        }
        let named = try DirectoryPlace.named(by: arguments, in: session)
        guard case .relay(let relay) = named?.filled(from: remembered) ?? remembered else {
            throw Failure(KeychainError(RecoveryError.notEnrolled, at: nil), action)
        }
        // First of all, since the other program goes on with all that was given.
        _ = try session.connector(action)
        return BackupDoor(session: session, place: .relay, target: nil, relay: relay)
    }

    /// The backup that a phrase opens.
    ///
    /// - Parameters:
    ///   - phrase: the phrase.
    ///   - witness: what is known of the account besides the words.
    ///   - action: what fails otherwise.
    /// - Returns: what was found.
    /// - Throws: what is wrong with words or backup; what kept the place from answering.
    func find(
        _ phrase: RecoveryPhrase, witness: RestoreWitness = RestoreWitness(), _ action: String
    ) async throws(Failure) -> FoundBackup {
        if let target {
            return try await session.recovering(at: place, action) {
                () async throws(RecoveryError) in
                try await FoundBackup.find(phrase, at: target, witness: witness)
            }
        }
        guard let relay else {
            throw Failure(KeychainError(RecoveryError.notEnrolled, at: nil), action)
        }
        let transport = NotedTransport(try self.transport(to: relay, action))
        return try await session.attempt(action) { () async throws(KeychainError) in
            do throws(RecoveryError) {
                let reader = try await reader(of: phrase, at: relay, over: transport)
                return try await FoundBackup.find(phrase, at: reader, witness: witness)
            } catch {
                // An address or a certificate that is wrong does not get right by waiting.
                if case .target(.unreachable) = error, let trouble = transport.trouble {
                    throw KeychainError(trouble, at: relay.address)
                }
                throw KeychainError(error, at: place)
            }
        }
    }

    private func transport(
        to relay: RelayPlace, _ action: String
    ) throws(Failure) -> any RelayTransport {
        let connector = try session.connector(action)
        do throws(TransportFailure) {
            return try connector.connect(relay.address, relay.authorities)
        } catch {
            throw Failure(KeychainError(.transport(error), at: relay.address), action)
        }
    }

    /// A relay lets in whoever has the phrase's own key.
    private func reader(
        of phrase: RecoveryPhrase, at relay: RelayPlace, over transport: any RelayTransport
    ) async throws(RecoveryError) -> RelayBackupReader {
        let queue = BlockingQueue(label: "holdfast.phrase")
        let keys = try await queue.recovering { () throws(RecoveryError) in
            try RecoveryKeys(phrase)
        }
        return try RelayBackupReader(
            keys, at: relay.address, over: transport, knownKey: relay.key, patience: .ofCommand,
            wallClock: session.wallClock)
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
        guard arguments.has(.repair), let file = target else {
            return try session.phrase(arguments, action)
        }
        return try await session.repairedPhrase(arguments, file, at: place, action)
    }
}
