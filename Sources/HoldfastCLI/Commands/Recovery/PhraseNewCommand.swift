import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery

/// `holdfast phrase new`: twelve words, shown once.
enum PhraseNewCommand: Command {
    static let declaration = CommandDeclaration(
        "phrase new", "make a recovery phrase, to be kept on paper",
        discussion: [
            "Shows twelve words, once, and asks three of them back. Nothing is stored and nothing"
                + " depends on them yet: 'holdfast backup on' asks for all of them. Whoever has the words"
                + " can open the backup and put a device into your account; without them nobody can. A"
                + " lost phrase is a lost backup.",
            "--sheet writes a page to print, with the words and a code to scan that says where the"
                + " backup lies and opens nothing. The file holds the words: print it, and remove it.",
        ],
        options: [words, sheet],
        examples: [
            .init("holdfast phrase new", "twelve words, to be written down"),
            .init("holdfast phrase new --sheet sheet.pdf", "and a page to print"),
        ])

    private static let words = OptionDeclaration(
        "words", value: "COUNT", "how many words: 12 are enough against any guessing (default: 12)",
        completion: .choices(["12", "24"]))
    private static let sheet = OptionDeclaration(
        "sheet", value: "FILE", "write a page to print into FILE, which must not exist (PDF)",
        completion: .file)

    private static let action = "cannot make a recovery phrase"
    private static let tries = 3

    static func run(
        _ arguments: ParsedArguments, in session: Session
    ) async throws(Failure) -> Int32 {
        let length = try length(arguments)
        let path = arguments.value(of: sheet)
        let printer = try path.map { (_) throws(Failure) in try session.printer(action) }
        // All that can fail is tried before any word is shown.
        let file = try path.map { (path) throws(Failure) in
            try written(path) { () throws(KeychainError) in
                try OutputFile(path: path, replaces: false, random: SystemRandom())
            }
        }
        let (phrase, locator) = try await session.attempt(action) {
            () async throws(KeychainError) in
            let phrase = try confirmed(length, in: session)
            return (phrase, LocatorText.text(of: try located(phrase)))
        }
        if let path, let file, let printer {
            let page = try written(path) { () throws(KeychainError) in
                RecoverySheet.page(
                    phrase, locator: locator, code: try QRCode.of(locator),
                    created: session.wallClock.now)
            }
            try written(path) { () throws(KeychainError) in
                try printer.draw(page, file.write)
                try file.finish()
            }
        }
        try report(length, locator, path, in: session)
        return 0
    }

    private static func length(
        _ arguments: ParsedArguments
    ) throws(Failure) -> RecoveryPhrase.Length {
        guard let text = arguments.value(of: words) else { return .twelve }
        guard let count = Int(text), let length = RecoveryPhrase.Length(rawValue: count) else {
            throw Failure.usage("--words takes 12 or 24", of: declaration)
        }
        return length
    }

    private static func written<R>(
        _ path: String, _ body: () throws(KeychainError) -> R
    ) throws(Failure) -> R {
        do throws(KeychainError) {
            return try body()
        } catch {
            throw Failure(error, "cannot write the sheet \(Quoted.text(path))")
        }
    }

    /// A phrase of which the person has given three words back.
    private static func confirmed(
        _ length: RecoveryPhrase.Length, in session: Session
    ) throws(KeychainError) -> RecoveryPhrase {
        guard session.terminal.keepsWhatIsShown else {
            throw KeychainError(
                .noActivity, "there is no terminal to show a recovery phrase at",
                advice: "run it in a terminal")
        }
        let new = try made(length)
        for left in (0..<tries).reversed() {
            try session.terminal.showUntilReturn(
                "Your recovery phrase. Write it on paper, with the numbers.\n\n", text(of: new),
                "\nPress Return when it is written down; it is not shown again. ")
            let answers = try answers(to: new, session)
            do throws(PhraseError) {
                return try new.confirmed(by: answers)
            } catch {
                session.note(KeychainError(error).message + (left > 0 ? "; once more" : ""))
            }
        }
        throw KeychainError(
            .invalidArgument, "the words were not given back; nothing depends on them",
            advice: "throw them away and try again; other words will be shown")
    }

    private static func made(
        _ length: RecoveryPhrase.Length
    ) throws(KeychainError) -> NewPhrase {
        do throws(CryptoError) {
            return try NewPhrase(length, random: SystemRandom())
        } catch {
            throw RecoveryError.crypto(error).keychainError
        }
    }

    private static func located(
        _ phrase: RecoveryPhrase
    ) throws(KeychainError) -> Locator {
        do throws(RecoveryError) {
            return try RecoveryKeys(phrase).locator()
        } catch {
            throw error.keychainError
        }
    }

    private static func text(of phrase: NewPhrase) -> SecretBytes {
        let words = phrase.groups().flatMap { $0.map(\.word) }
        let lines = PhraseText.lines(of: words).map { "    " + $0 + "\n" }
        return SecretBytes(utf8: lines.joined())
    }

    private static func answers(
        to phrase: NewPhrase, _ session: Session
    ) throws(KeychainError) -> [SecretBytes] {
        var answers: [SecretBytes] = []
        for position in phrase.askedPositions {
            answers.append(try session.terminal.askHidden("Word \(position): "))
        }
        return answers
    }

    private static func report(
        _ length: RecoveryPhrase.Length, _ locator: String, _ path: String?,
        in session: Session
    ) throws(Failure) {
        if session.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("wordCount", length.rawValue)
                json.member("locator", locator)
                json.member("sheet", path)
            }
            try session.output.write(json)
        }
        if let path {
            session.note(
                "the sheet is in \(Quoted.text(path)), with the words: print it, then remove it")
        }
        session.note("the phrase is good; 'holdfast backup on' asks for it and begins a backup")
    }
}
