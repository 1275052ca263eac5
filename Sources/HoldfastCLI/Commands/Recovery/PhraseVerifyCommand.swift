import HoldfastCore
import HoldfastRecovery

/// `holdfast phrase verify`: whether the words on the paper open the backup that is there now.
enum PhraseVerifyCommand: Command {
    static let declaration = CommandDeclaration(
        "phrase verify", "test a recovery phrase against the backup",
        discussion: [
            "Asks for the words, looks for their backup and verifies what it is: whose, of when, by"
                + " which device. Nothing is restored or changed. --from FILE tests against a backup in"
                + " a file, --relay URL against the one that the words find at a relay; neither needs a"
                + " vault.",
            "--repair looks for the phrase that was meant where one word is wrong or missing or two"
                + " changed places. It tries on this machine alone, against the file, for up to some"
                + " minutes; what it finds is shown, and never taken without a yes.",
            "The exit status is 0 if the words open a backup; 4 if they are no phrase, or another"
                + " backup's; 5 if there is no backup; 6 if it is damaged or older than one that was"
                + " seen.",
        ],
        options: [.backupFile, .repair, .phraseFD, .relay, .authorities],
        examples: [
            .init("holdfast phrase verify", "do the words on my paper still open the backup?"),
            .init(
                "holdfast phrase verify --relay https://relay.example", "the same on any machine"),
            .init("holdfast phrase verify --from backup.hfb --repair", "I cannot read one word"),
        ])

    private static let action = "cannot verify the recovery phrase"

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let source = try await BackupDoor.open(arguments, in: session, action)
        let phrase = try await source.phrase(arguments, action)
        let found = try await source.find(phrase, action)
        try SummaryReport(summary: found.summary).write("the words open the backup", in: session)
        return 0
    }
}

extension OptionDeclaration {
    static let repair = Self(
        "repair", "look for the phrase that was meant, with one word wrong or missing")
}
