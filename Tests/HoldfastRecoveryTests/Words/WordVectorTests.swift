import HoldfastCrypto
import Testing

@testable import HoldfastRecovery

@Suite("Vectors of BIP-39")
struct WordVectorTests {
    private struct Japanese: Decodable {
        let entropy: String
        let mnemonic: String
    }

    @Test("The English list is the published one, by its SHA-256")
    func englishList() throws {
        let file = WordList.english.words.map { $0 + "\n" }.joined()
        #expect(
            SHA256.hash(Array(file.utf8))
                == bytes(
                    hex: "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"))
    }

    @Test("English and Japanese words give their bytes, and the bytes the words")
    func vectors() throws {
        let rows = try VectorFile.decode(
            "Vectors/bip39/vectors.json", [String: [[String]]].self)
        let japanese = try #require(WordList(try VectorFile.words("japanese")))
        var (ran, inPhrases) = (0, 0)
        for (language, list) in [("english", WordList.english), ("japanese", japanese)] {
            for row in rows[language] ?? [] {
                let outcome = try check(row[0], row[1], list)
                ran += 1
                inPhrases += outcome ? 1 : 0
            }
        }
        #expect(ran == 48)
        #expect(inPhrases == 32)
        #expect(rows.count - 2 == 10, "languages without a list")
    }

    @Test("Japanese words of bip32JP, with ideographic spaces, give their bytes")
    func bip32JP() throws {
        let japanese = try #require(WordList(try VectorFile.words("japanese")))
        let rows = try VectorFile.decode("Vectors/bip39/test_JP_BIP39.json", [Japanese].self)
        var inPhrases = 0
        for row in rows where try check(row.entropy, row.mnemonic, japanese) { inPhrases += 1 }
        #expect(rows.count == 24)
        #expect(inPhrases == 16)
    }

    /// - Returns: whether it is as long as a recovery phrase.
    private func check(_ hex: String, _ words: String, _ list: WordList) throws -> Bool {
        let entropy = SecretBytes(bytes(hex: hex))
        let typed = TypedWords.words(in: words)
        let numbers = typed.compactMap { list.place(of: $0) }
        #expect(numbers.count == typed.count)
        #expect(WordCoding.entropy(of: numbers) == entropy)
        #expect(typed.indices.map { WordCoding.number(at: $0, of: entropy) } == numbers)
        guard RecoveryPhrase.Length(rawValue: typed.count) != nil else { return false }
        let phrase = try RecoveryPhrase(reading: SecretBytes(utf8: words), words: list)
        #expect(phrase.entropy == entropy)
        // Equal by canonical equivalence, as Swift compares texts.
        #expect((1...typed.count).map { phrase.word(at: $0, in: list) } == typed)
        #expect(try RecoveryPhrase(reading: phrase.text(in: list), words: list) == phrase)
        return true
    }
}
