import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastRecovery

@Suite("Repair of phrases")
struct PhraseRepairTests {
    private static func phrase(_ length: RecoveryPhrase.Length) throws -> RecoveryPhrase {
        try #require(
            RecoveryPhrase(entropy: try SeededRandom(seed: 8).secret(length.byteCount)))
    }

    private static func words(_ phrase: RecoveryPhrase) -> [String] {
        (1...phrase.length.rawValue).map { phrase.word(at: $0) }
    }

    private static func search(
        _ words: [String], for phrase: RecoveryPhrase
    ) throws -> PhraseRepair.Finding? {
        let text = SecretBytes(utf8: words.joined(separator: " "))
        return try PhraseRepair(reading: text).search { $0 == phrase }
    }

    @Test("A wrong word at a known place leaves 126 or 9 phrases", arguments: [12, 24])
    func unknownWord(count: Int) throws {
        let phrase = try Self.phrase(try #require(RecoveryPhrase.Length(rawValue: count)))
        var words = Self.words(phrase)
        words[3] = "xxxxxxxx"
        let finding = try #require(try Self.search(words, for: phrase))
        #expect(finding.change == .replaced(position: 4))
        var tried = 0
        let text = SecretBytes(utf8: words.joined(separator: " "))
        #expect(
            try PhraseRepair(reading: text).search { _ in
                tried += 1
                return false
            } == nil)
        #expect(count == 12 ? (90...170).contains(tried) : (1...25).contains(tried))
    }

    @Test("A slip of the pen is found among the first")
    func slip() throws {
        let phrase = try Self.phrase(.twelve)
        var words = Self.words(phrase)
        words[5] = String(words[5].dropLast()) + "q"
        let finding = try #require(try Self.search(words, for: phrase))
        #expect(finding.change == .replaced(position: 6))
        #expect(finding.triedCount <= 10)
    }

    @Test("Two neighbours that changed places, a lost word and a doubled one are found")
    func others() throws {
        let phrase = try Self.phrase(.twelve)
        let words = Self.words(phrase)
        var swapped = words
        swapped.swapAt(6, 7)
        #expect(try Self.search(swapped, for: phrase)?.change == .swapped(position: 7))
        for lost in [0, 5, 11] {
            var fewer = words
            fewer.remove(at: lost)
            #expect(
                try Self.search(fewer, for: phrase)?.change == .inserted(position: lost + 1))
        }
        var more = words
        more.insert(words[2], at: 2)
        #expect(try Self.search(more, for: phrase)?.change == .removed(position: 3))
        #expect(try Self.search(words, for: phrase)?.change == PhraseRepair.Change.none)
    }

    @Test("A wrong word of the list, at no known place, is found")
    func wrongWord() throws {
        let phrase = try Self.phrase(.twelve)
        var words = Self.words(phrase)
        words[9] = words[9] == "zoo" ? "zone" : "zoo"
        #expect(try Self.search(words, for: phrase)?.change == .replaced(position: 10))
    }

    @Test("What is wrong in two ways is not guessed at")
    func tooMuch() throws {
        let words = Self.words(try Self.phrase(.twelve))
        let repair = { (words: [String]) in
            try PhraseRepair(reading: SecretBytes(utf8: words.joined(separator: " ")))
        }
        #expect(throws: PhraseError.self) { try repair(["xxxx", "yyyy"] + words.dropFirst(2)) }
        #expect(throws: PhraseError.self) { try repair(["xxxx"] + words.dropFirst(2)) }
        #expect(throws: PhraseError.wrongCount(10, unknown: [])) {
            try repair(Array(words.dropFirst(2)))
        }
    }

    @Test("A test that fails ends the search")
    func failure() throws {
        struct Stop: Error {}
        let text = SecretBytes(utf8: Self.words(try Self.phrase(.twelve)).joined(separator: " "))
        #expect(throws: Stop.self) {
            _ = try PhraseRepair(reading: text).search { _ throws(Stop) in throw Stop() }
        }
    }
}
