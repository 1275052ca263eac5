import HoldfastCore
import HoldfastE2EE
import HoldfastLinux
import HoldfastRecovery
import HoldfastWire

/// `holdfast backup restore`: the new phone, by the words.
enum BackupRestoreCommand: Command {
    static let declaration = CommandDeclaration(
        "backup restore", "bring a backup back by its recovery phrase",
        discussion: [
            "Asks for the words, finds their backup by them alone, and says what is there: of when, by"
                + " which device, how much. After a yes all of it is fetched beside what this vault has"
                + " and verified. Then this vault takes the lost device's place in the account, signed by"
                + " the words' recovery key, and what was fetched takes its place in one step. Contacts"
                + " keep the verification, and they and your other devices are told. The old keys do not"
                + " come back: they were never in the backup, and the old device is out.",
            "Whatever stops it, the same command goes on where it was; until the last step this vault"
                + " is as it was before. If it holds something, the command fails, unless --keep takes the"
                + " backup in beside it: nothing that is here is replaced.",
            "Where the account has several devices, --lost says which one's place this vault takes."
                + " --data-only leaves the account alone. From then on this device backs up at the same"
                + " place under the same words; 'holdfast backup off' ends that.",
        ],
        options: [
            .backupFile, .repair, .phraseFD, .yes, keep, dataOnly, lostDevice, .keyStorage,
        ] + .directoryPlace,
        examples: [
            .init("holdfast backup restore --relay https://relay.example", "a new machine"),
            .init(
                "holdfast backup restore --from backup.hfb --directory ~/team/devices",
                "from a file"),
        ])

    static let lostDevice = OptionDeclaration(
        "lost", value: "DEVICE", "take the place of this device, by 8 digits of its id")
    static let keep = OptionDeclaration(
        "keep", "take the backup in beside what this vault holds")
    static let dataOnly = OptionDeclaration(
        "data-only", "restore messages and items, and take no place in the account")
    static let action = "cannot restore the backup"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        guard !arguments.has(dataOnly) || !arguments.has(lostDevice) else {
            throw Failure.usage("--data-only and --lost exclude each other", of: declaration)
        }
        let place = try await directoryPlace(arguments, in: session)
        let door = try await BackupDoor.open(arguments, in: session, action)
        let phrase = try await door.phrase(arguments, action)
        let (found, log) = try await find(phrase, door, place, session)
        if !session.isJSON {
            try session.output.write(
                SummaryReport(summary: found.summary).lines(session.output.style))
        }
        if !arguments.has(.yes) {
            try await session.confirm("Restore this backup onto this device?", action)
        }
        let restore = VaultRestore(
            session: session, arguments: arguments, door: door, phrase: phrase, found: found,
            log: log)
        let outcome = try await restore.run(action)
        try outcome.write(in: session)
        return 0
    }

    /// Where the account's log is; `nil` where the account is left alone.
    private static func directoryPlace(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> DirectoryPlace? {
        let named = try DirectoryPlace.named(by: arguments, in: session)
        if case .relay = named { _ = try session.connector(action) }
        let vault = try await session.vaultForItems()
        let remembered = try await session.attempt(action) {
            () async throws(KeychainError) -> DirectoryPlace? in
            guard try await vault.status().exists else { return nil }
            return try await DirectoryPlace.remembered(in: vault)
        }
        let place = named?.filled(from: remembered) ?? remembered
        if case .relay = place { _ = try session.connector(action) }
        guard place != nil || arguments.has(dataOnly) else {
            throw Failure.usage(
                "nothing says where the account's device log is; use --relay URL or --directory"
                    + " FILE, or --data-only to leave the account alone", of: declaration)
        }
        return place
    }

    /// The backup, and the account's log from elsewhere, which knows whether there was a newer one.
    private static func find(
        _ phrase: RecoveryPhrase, _ door: BackupDoor, _ place: DirectoryPlace?, _ session: Session
    ) async throws(Failure) -> (FoundBackup, AccountLog?) {
        let found = try await door.find(phrase, action)
        guard let place else { return (found, nil) }
        let directory = try VaultDevice.directory(place, session, action)
        let log = try await session.attempt(action) { () async throws(KeychainError) in
            try await AccountLog.read(found.summary.account, from: directory)
        }
        let confirmed = try await door.find(
            phrase, witness: RestoreWitness(log: log.log), action)
        return (confirmed, log)
    }
}
