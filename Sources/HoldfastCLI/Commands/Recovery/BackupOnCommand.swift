import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// `holdfast backup on`: begins a backup that the words open.
enum BackupOnCommand: Command {
    static let declaration = CommandDeclaration(
        "backup on", "switch the encrypted backup on, and make the first one",
        discussion: [
            "Says what a lost phrase means and asks for a yes, then for all words of the phrase that"
                + " 'holdfast phrase new' made. In the backup are messages, contacts with what they were"
                + " verified by, the account's device log and the items that may leave the device: no"
                + " device key, no prekey, no token, and no item of a class that ends in ThisDeviceOnly."
                + " It goes to the account's relay, or with --to into a file; both hold sealed bytes"
                + " alone. The words are not stored. 'holdfast backup now' makes the next one.",
            "The account's log learns the phrase's recovery key, with which a new device can take the"
                + " place of a lost one. If the log has one of another phrase, that takes 7 days in which"
                + " your devices can object, or 'holdfast phrase change' with both phrases.",
            "A backup of another phrase that is there already is left alone, and the command fails;"
                + " --beside begins this one beside it.",
        ],
        options: [.backupTo, beside, .acceptLoss, .phraseFD] + .directoryPlace,
        examples: [
            .init("holdfast backup on", "to the relay"),
            .init("holdfast backup on --to /media/disk/backup.hfb", "into a file on another disk"),
        ])

    private static let beside = OptionDeclaration(
        "beside", "begin a backup beside one of another phrase that is there")
    private static let action = "cannot switch the backup on"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await VaultBackup.open(arguments, in: session, action)
        let acknowledgement = try await LossScreen.acknowledgement(arguments, in: session, action)
        let phrase = try session.phrase(arguments, action)
        let account = here.record.account
        let other: DeviceBackup.OtherPhrase = arguments.has(beside) ? .beginBeside : .refuse
        let statement = try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.switchOn(
                phrase, account: account, acknowledgement: acknowledgement, other: other)
        }
        try await here.keepPlace(action)
        try await here.announce(statement, signedBy: nil, action)
        try await here.backUp(action).write(in: session)
        return 0
    }
}

extension VaultBackup {
    /// Has the vault use this place from now on.
    func keepPlace(_ action: String) async throws(Failure) {
        let (vault, place) = (device.vault, place)
        try await device.session.attempt(action) { () async throws(KeychainError) in
            try await BackupPlace.remember(place, in: vault)
        }
    }

    /// Puts the phrase's recovery key into the account's log.
    ///
    /// - Parameters:
    ///   - statement: the phrase's public half.
    ///   - former: signs as the recovery key that is there, where the person has that phrase.
    ///   - action: what fails otherwise.
    /// - Throws: what kept the directory from taking it; it can be said again.
    func announce(
        _ statement: RecoveryStatement, signedBy former: (any RecoverySigner)?, _ action: String
    ) async throws(Failure) {
        let key = log.log.facts.recoveryKey
        guard key != statement.recoveryKey else { return }
        let signer = former.flatMap { $0.publicKey == key ? $0 : nil }
        try await device.takeCounter(record, action)
        _ = try await device.run(action) { () async throws(IdentityError) in
            try await device.identity.setRecovery(statement.recoveryKey, signedBy: signer)
        }
        try await device.rememberHead(action)
        if key != nil, signer == nil {
            device.session.note(
                "the account's log had the key of another phrase; this one's holds in 7 days, unless"
                    + " one of your devices objects")
        }
    }
}
