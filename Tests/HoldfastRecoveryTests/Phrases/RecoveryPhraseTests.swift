import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastRecovery

@Suite("Recovery phrases")
struct RecoveryPhraseTests {
    private static func read(_ text: String) throws(PhraseError) -> RecoveryPhrase {
        try RecoveryPhrase(reading: SecretBytes(utf8: text))
    }

    private static let right = Array(repeating: "abandon", count: 11) + ["about"]

    @Test("Count, unknown words and checksum are told apart, in this order")
    func diagnosis() throws {
        #expect(throws: PhraseError.notText) {
            try RecoveryPhrase(reading: SecretBytes([0xff, 0xfe, 0x61]))
        }
        #expect(throws: PhraseError.wrongCount(0, unknown: [])) { try Self.read(" \n") }
        #expect(throws: PhraseError.wrongCount(11, unknown: [])) {
            try Self.read(Self.right.dropLast().joined(separator: " "))
        }
        var typed = Self.right
        typed[4] = "abandom"
        typed[11] = "xylophone"
        let error = #expect(throws: PhraseError.self) {
            try Self.read(typed.joined(separator: " "))
        }
        guard case .unknownWords(let unknown) = error else {
            Issue.record("not the unknown words")
            return
        }
        #expect(unknown.map(\.position) == [5, 12])
        #expect(unknown[0].near.first == "abandon")
        #expect(unknown[1].near.isEmpty)
        #expect(throws: PhraseError.wrongChecksum) {
            try Self.read(Array(repeating: "abandon", count: 12).joined(separator: " "))
        }
        #expect(try Self.read(Self.right.joined(separator: " ")).length == .twelve)
    }

    @Test("P10: neither a phrase nor an error shows a word")
    func descriptions() throws {
        let phrase = try Self.read(Self.right.joined(separator: " "))
        var text = ""
        dump(phrase, to: &text)
        #expect(!(text + "\(phrase)").contains("about"))
        let error = #expect(throws: PhraseError.self) {
            try Self.read((Self.right.dropLast() + ["aboutt"]).joined(separator: " "))
        }
        var errorText = "\(try #require(error))"
        dump(error, to: &errorText)
        #expect(!errorText.contains("about"))
        let new = try NewPhrase(random: SeededRandom(seed: 1))
        var newText = "\(new)"
        dump(new, to: &newText)
        #expect(!newText.contains(new.word(at: 1)))
    }

    @Test("A new phrase has 12 or 24 words, and only its own words confirm it")
    func newPhrase() throws {
        for length in RecoveryPhrase.Length.allCases {
            let new = try NewPhrase(length, random: SystemRandom())
            let groups = new.groups()
            #expect(groups.joined().map(\.position) == Array(1...length.rawValue))
            #expect(groups.allSatisfy { $0.count == 4 })
            #expect(Set(new.askedPositions).count == 3)
            #expect(new.askedPositions == new.askedPositions.sorted())
            let answers = new.askedPositions.map { SecretBytes(utf8: " \(new.word(at: $0)) ") }
            let phrase = try new.confirmed(by: answers)
            let shown = groups.joined().map(\.word).joined(separator: " ")
            #expect(try Self.read(shown) == phrase)
            var wrong = answers
            wrong[1] = SecretBytes(utf8: "zoo zoo")
            #expect(throws: PhraseError.wrongAnswers(positions: [new.askedPositions[1]])) {
                try new.confirmed(by: wrong)
            }
            #expect(throws: PhraseError.wrongAnswers(positions: new.askedPositions)) {
                try new.confirmed(by: [])
            }
        }
    }

    @Test("All of the system's chance is in the words: each place has had many words")
    func spread() throws {
        var seen = Array(repeating: Set<String>(), count: 12)
        for _ in 0..<64 {
            let new = try NewPhrase(random: SystemRandom())
            for position in 1...12 { seen[position - 1].insert(new.word(at: position)) }
        }
        // 64 draws of 2,048 words: fewer than 40 different ones happen in no lifetime.
        #expect(seen.allSatisfy { $0.count > 40 })
    }
}
