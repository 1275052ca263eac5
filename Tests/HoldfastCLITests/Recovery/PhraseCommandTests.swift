import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastRecovery
import Testing

@testable import HoldfastCLI

/// The recovery phrase at the command line: shown once, given back, never in an argument.
@MainActor
@Suite struct PhraseCommandTests {
    private let place = Workplace()
    private static let answers =
        [""] + [String](repeating: ScriptedTerminal.wordThatIsAsked, count: 3)

    private func words(_ line: String) -> [[UInt8]] {
        line.split(separator: " ").map { Array($0.utf8) }
    }

    @Test("P10: A phrase is shown at the terminal alone, and is one", arguments: [12, 24])
    func new(count: Int) async throws {
        let terminal = ScriptedTerminal(Self.answers)
        let outcome = await place.run(
            words("phrase new --words \(count) --json"), terminal: terminal)
        #expect(outcome.status == 0, "\(outcome.error)")
        let phrase = try RecoveryPhrase(reading: SecretBytes(utf8: terminal.shown))
        #expect(phrase.length.rawValue == count)
        #expect(terminal.shown.split(separator: "\n").count == count / 4)
        let written = outcome.text + outcome.error
        // One word of it may be one of what is said to everybody; two in a row are not.
        for position in 1..<count {
            let pair = "\(phrase.word(at: position)) \(phrase.word(at: position + 1))"
            #expect(!written.contains(pair))
        }
        let locator = LocatorText.text(of: try RecoveryKeys(phrase).locator())
        #expect(outcome.text.contains("\"locator\":\"\(locator)\""))
    }

    @Test("Words that are not given back make no phrase, and a slip may be mended")
    func givingBack() async {
        let wrong = ["", "x", ScriptedTerminal.wordThatIsAsked, ScriptedTerminal.wordThatIsAsked]
        let mended = await place.run("phrase", "new", terminal: wrong + Self.answers)
        #expect(mended.status == 0 && mended.error.contains("not what was shown"))
        let refused = await place.run("phrase", "new", terminal: wrong + wrong + wrong)
        #expect(refused.status == 5 && refused.error.contains("nothing depends on them"))
        #expect(await place.run("phrase", "new").status == 4)
        #expect(await place.run("phrase", "new", "--words", "13", terminal: []).status == 2)
    }

    @Test(
        "P10: A phrase in the command line is refused, and not repeated",
        arguments: ["phrase", "phrase new", "phrase verify", "backup restore", "backup on"])
    func arguments(command: String) async {
        for line in ["\(command) abandon about", "\(command) abandon ability able about"] {
            let outcome = await place.run(words(line), terminal: ScriptedTerminal([]))
            #expect(outcome.status == 2)
            #expect(!outcome.error.contains("abandon"), "\(line)")
        }
        let all = words(command + " " + RecoveryWorld.words)
        let outcome = await place.run(all, terminal: ScriptedTerminal([]))
        #expect(outcome.error.contains("everybody on this machine can read"), "\(outcome.error)")
    }

    @Test("P10: An option for a phrase is refused with why")
    func option() async {
        let outcome = await place.run(
            words("phrase verify --phrase=abandon"), terminal: ScriptedTerminal([]))
        #expect(outcome.status == 2 && !outcome.error.contains("abandon"))
        #expect(outcome.error.contains("everybody on this machine can read"))
    }
}

/// What people type as their phrase, against a backup.
@MainActor
@Suite struct PhraseVerifyTests {
    private let world = RecoveryWorld()

    @Test("The words open the backup however they are typed")
    func typed() async throws {
        try await world.begin()
        let list = RecoveryWorld.words.split(separator: " ").map(String.init)
        let numbered = list.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\r\n")
        let forms = [
            RecoveryWorld.words.uppercased(), "\u{feff}  " + numbered + " \n",
            list.map { String($0.prefix(4)) }.joined(separator: "\t"),
        ]
        for form in forms {
            let outcome = await world.run(
                "phrase verify --from \(world.file) --phrase-fd 0", on: world.new, phrase: form)
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        // As it stands on paper, four words a line; and without a name for the file.
        let lines = stride(from: 0, to: 12, by: 4).map {
            list[$0..<($0 + 4)].joined(separator: " ")
        }
        let json = await world.run("phrase verify --json", on: world.old, terminal: lines)
        #expect(json.status == 0, "\(json.error)")
        #expect(json.text.contains("\"items\":1") && json.text.contains("old phone"))
    }

    @Test("Each thing that can be wrong with words has an answer of its own, without the words")
    func wrong() async throws {
        try await world.begin()
        let start =
            "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon"
        let cases = [
            (start + " abandon", "these are 11"),
            (start + " abandom about", "word 11 is in no list"),
            (start + " abandon abandon", "together they are no recovery phrase"),
            (RecoveryWorld.otherWords, "does not open this backup"),
        ]
        for (phrase, words) in cases {
            let outcome = await world.run(
                "phrase verify --from \(world.file) --phrase-fd 0", on: world.new, phrase: phrase)
            #expect(outcome.status == 4 && outcome.error.contains(words), "\(outcome.error)")
            #expect(!outcome.error.contains("aband") && !outcome.error.contains("legal"))
        }
        let none = await world.run("phrase verify --from /nowhere/b --phrase-fd 0", on: world.new)
        #expect(none.status == 5 && none.error.contains("no backup here"), "\(none.error)")
        var bytes = try world.bytes
        bytes[bytes.count - 300] ^= 1
        try world.write(bytes)
        let damaged = await world.run(
            "phrase verify --from \(world.file) --phrase-fd 0", on: world.new)
        #expect(damaged.status == 6, "\(damaged.error)")
    }

    @Test("At the terminal a slip is explained with words that are near, and asked for again")
    func explained() async throws {
        try await world.begin()
        let slip = RecoveryWorld.words.replacing(" about", with: " abuot")
        let terminal = ScriptedTerminal([slip, RecoveryWorld.words])
        let outcome = await world.run("phrase verify", on: world.old, terminal: terminal)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(terminal.questions.contains { $0.contains("word 12: perhaps about") })
        #expect(!outcome.error.contains("about"))
    }

    @Test("One wrong or lost word is found against the file, shown, and taken after a yes alone")
    func repaired() async throws {
        try await world.begin()
        let line = "phrase verify --repair --from \(world.file)"
        // Of a word that is lost the first place is looked at first.
        let slips = [
            RecoveryWorld.words.replacing(" about", with: " abuot"),
            String(RecoveryWorld.words.dropFirst("abandon ".count)),
        ]
        for (number, phrase) in slips.enumerated() {
            // Eleven words may be less than all: an empty line says that they are.
            let typed = number == 0 ? [phrase] : [phrase, ""]
            let terminal = ScriptedTerminal(typed + ["", "y"])
            let outcome = await world.run(line, on: world.new, terminal: terminal)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(terminal.shown.contains("12 about"))
            let refused = await world.run(line, on: world.new, terminal: typed + ["", "n"])
            #expect(refused.status == 4 && refused.text.isEmpty)
        }
        #expect(await world.run("phrase verify --repair", on: world.old, terminal: []).status == 2)
    }
}
