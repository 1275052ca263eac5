import Foundation
import HoldfastCrypto
import Testing

@testable import HoldfastRecovery

@Suite("Words as people type them")
struct TypedWordsTests {
    private static let words = Array(WordList.english.words[7..<19])
    private static let plain = words.joined(separator: " ")

    private static let ways: [(id: String, text: String)] = [
        ("capitals", plain.uppercased()),
        ("lines", words.joined(separator: "\n") + "\n"),
        ("CRLF", words.joined(separator: "\r\n")),
        ("old Mac", words.joined(separator: "\r")),
        ("byte order mark", "\u{feff}" + plain),
        ("spaces of many kinds", words.joined(separator: "\u{3000}\t\u{a0}\u{2003} ")),
        (
            "zero-width",
            words.map { $0.prefix(1) + "\u{200b}" + $0.dropFirst() }.joined(separator: " ")
        ),
        (
            "soft hyphens",
            words.map { $0.prefix(2) + "\u{ad}" + $0.dropFirst(2) }.joined(separator: " ")
        ),
        ("commas", words.joined(separator: ",")),
        ("quoted", "\u{201c}" + plain + "\u{201d}."),
        ("numbers and dots", numbered { "\($0). \($1)" }),
        ("numbers that touch", numbered { "\($0).\($1)" }),
        ("numbers and brackets", numbered { "\($0)) \($1)" }),
        ("numbers and colons", numbered { "#\($0): \($1)" }),
        ("numbers alone", numbered { "\($0) \($1)" }),
        ("numbers without anything between", numbered { "\($0)\($1)" }),
        ("full width", String(String.UnicodeScalarView(plain.unicodeScalars.map(wide)))),
        ("four letters", words.map { $0.prefix(4) }.joined(separator: " ")),
    ]

    private static func numbered(_ line: (Int, String) -> String) -> String {
        words.enumerated().map { line($0 + 1, $1) }.joined(separator: "\n")
    }

    private static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let offset: UInt32 = scalar == " " ? 0x3000 - 0x20 : 0xff21 - 0x41
        return Unicode.Scalar(scalar.value + offset) ?? scalar
    }

    @Test("However it is typed, it is the same words", arguments: ways.indices)
    func forms(index: Int) {
        let form = Self.ways[index]
        let numbers = TypedWords.words(in: form.text).map { WordList.english.place(of: $0) }
        #expect(numbers == Array(7..<19), "\(form.id)")
    }

    @Test("Precomposed and decomposed Japanese are the same words")
    func canonical() throws {
        let words = try VectorFile.words("japanese")
        let list = try #require(WordList(words))
        for (number, word) in words.enumerated() {
            #expect(list.place(of: word.precomposedStringWithCanonicalMapping) == number)
            #expect(list.place(of: word.decomposedStringWithCompatibilityMapping) == number)
        }
    }

    @Test("Every character whose compatibility form is one letter, or a ligature, is that letter")
    func letterForms() {
        var count = 0
        // One expectation for all: a million of them take a minute.
        var wrong: [UInt32] = []
        for value in UInt32(0x80)...0x10_ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let form = String(Character(scalar)).decomposedStringWithCompatibilityMapping
                .lowercased()
            let isLetters = form.utf8.allSatisfy { (0x61...0x7a).contains($0) }
            let isListed = isLetters && (form.utf8.count == 1 || (0xfb00...0xfb06).contains(value))
            guard let plain = LetterForms.plain(scalar) else {
                // Foundation may know a later Unicode, with letters that were none in version 14.
                let isLater = scalar.properties.age.map { $0.major > 14 } ?? true
                if isListed && !isLater { wrong.append(value) }
                continue
            }
            count += 1
            if !isListed || plain != form { wrong.append(value) }
        }
        #expect(wrong.isEmpty)
        #expect(count == 905)
    }

    @Test("A digit inside a word makes it unknown and not two words")
    func digitInside() throws {
        #expect(TypedWords.words(in: "ab1lity able") == ["ab1lity", "able"])
        #expect(WordList.english.near("ab1lity").first == "ability")
    }

    @Test("Beginnings of three letters and of five are no words, where they are none")
    func beginnings() {
        #expect(WordList.english.place(of: "aban") == 0)
        #expect(WordList.english.place(of: "aba") == nil)
        #expect(WordList.english.place(of: "aband") == nil)
        #expect(WordList.english.place(of: "act") == 19)
    }

    @Test("What is no list of 2,048 different words is refused")
    func lists() {
        #expect(WordList([]) == nil)
        #expect(WordList(Array(repeating: "a", count: 2_048)) == nil)
        #expect(WordList(WordList.english.words.dropLast() + [""]) == nil)
        #expect(WordList(WordList.english.words) != nil)
    }
}
