import HoldfastCore
import HoldfastE2EE
import HoldfastRecovery
import HoldfastWire

/// `holdfast phrase change`: other words for the backup.
enum PhraseChangeCommand: Command {
    static let declaration = CommandDeclaration(
        "phrase change", "have another recovery phrase open the backup",
        discussion: [
            "Asks for the present words and for the new ones, which 'holdfast phrase new' made. Both"
                + " open the backup until the new ones are proved to; then the old ones open nothing here"
                + " any more. A change that died is finished by the same command with the same new words.",
            "Without --leaked the backup keeps its key, and one small part is written: that is for"
                + " words that were destroyed. Whoever has the old words and a copy of the old backup can"
                + " open that copy, and what is added later. --leaked is for words that somebody may have"
                + " seen, and for a lost device: all of the backup is sealed anew under another key. What"
                + " somebody has copied stays readable to them in every case.",
            "If the present words are lost, press Return instead: the account's log then takes the new"
                + " recovery key in 7 days, unless one of your devices objects.",
        ],
        options: [.leaked, .phraseFD, newPhraseFD, .yes] + .directoryPlace,
        examples: [
            .init("holdfast phrase change", "the paper is burnt, and nobody has read it"),
            .init("holdfast phrase change --leaked", "somebody may have seen the words"),
        ])

    private static let newPhraseFD = OptionDeclaration(
        "new-phrase-fd", value: "N", "read the new recovery phrase from descriptor N")
    private static let action = "cannot change the recovery phrase"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let here = try await VaultBackup.open(arguments, in: session, action)
        let known = try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.statement()
        }
        guard let present = known else {
            throw Failure(KeychainError(RecoveryError.notEnrolled, at: nil), action)
        }
        guard
            !here.log.log.pending.contains(where: { $0.newcomers.contains(here.record.device.id) })
        else {
            throw Failure(
                KeychainError(
                    .invalidArgument, "this device itself waits to be confirmed",
                    advice: "'holdfast device confirm' on another device, or wait 72 hours"), action
            )
        }
        let isLeaked = arguments.has(.leaked)
        if !isLeaked, !arguments.has(.yes) {
            try await session.confirm(
                "Are the old words destroyed, and has nobody seen or copied them?", action)
        }
        let former = try formerKey(arguments, in: session)
        let phrase = try session.phrase(
            arguments, from: newPhraseFD, asking: "New recovery phrase", action)
        let account = here.record.account
        let statement = try await here.run(action) { () async throws(RecoveryError) in
            try RecoveryStatement(RecoveryKeys(phrase), account: account)
        }
        let logged = here.log.log.facts.recoveryKey
        guard former.map({ $0.publicKey == logged }) ?? true || logged == statement.recoveryKey
        else { throw Failure(KeychainError(RecoveryError.doesNotOpen, at: here.place), action) }
        try await begin(phrase, statement, instead: present, isLeaked: isLeaked, here)
        try await here.announce(statement, signedBy: former, action)
        try await finish(here)
        session.note("the new phrase opens the backup from now on, the former one no more")
        return 0
    }

    /// The recovery key of the present words; `nil` if the person has them no more.
    private static func formerKey(
        _ arguments: ParsedArguments, in session: Session
    ) throws(Failure) -> RecoveryKey? {
        guard
            let phrase = try session.phraseUnlessLost(
                arguments, asking: "Present recovery phrase (nothing if it is lost)", action)
        else { return nil }
        do throws(RecoveryError) {
            return try RecoveryKeys(phrase).recoveryKey()
        } catch {
            throw Failure(KeychainError(error, at: nil), action)
        }
    }

    /// Writes what the new phrase opens, beside what the old one opens; or finds it written.
    private static func begin(
        _ phrase: RecoveryPhrase, _ statement: RecoveryStatement,
        instead present: RecoveryStatement, isLeaked: Bool, _ here: VaultBackup
    ) async throws(Failure) {
        let isBegun = try await here.run(action) { () async throws(RecoveryError) in
            try await here.backup.isChanging()
        }
        guard statement.recoveryKey != present.recoveryKey else {
            if isBegun { return }
            throw Failure(
                KeychainError(
                    .invalidArgument, "these are the present words",
                    advice: "make new ones with 'holdfast phrase new'"), action)
        }
        try await here.run(action) { () async throws(RecoveryError) in
            if isLeaked {
                try await here.backup.beginLineage(statement)
            } else {
                _ = try await here.backup.changePhrase(to: phrase)
            }
        }
    }

    /// Verifies what is new, and removes what is old.
    private static func finish(_ here: VaultBackup) async throws(Failure) {
        // A backup of its own has no generation before this one.
        try await here.backUp(action).write(in: here.device.session)
        let origin = here.origin
        try await here.run(action, "pieces verified") { () async throws(RecoveryError) in
            try await here.backup.finishChange(origin: origin)
        }
    }
}
