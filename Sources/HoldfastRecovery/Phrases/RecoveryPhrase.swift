public import HoldfastCrypto

/// A recovery phrase: the secret behind twelve or twenty-four words, which a person keeps.
///
/// It is held as the bytes that the words stand for, in wiped memory, so that spaces, capital letters
/// and the language of the list make no difference to what is derived. Whoever has it has the backup
/// and can put a new device in the place of a lost one: it belongs in no file, log or argument, and
/// is gone when the value is (P10).
///
/// - Note: Standard: BIP-39 for the words; its seed is not used. Vectors:
///   `Tests/HoldfastRecoveryTests/Vectors/bip39`.
public struct RecoveryPhrase: Sendable, Equatable {
    /// How long a phrase is.
    public enum Length: Int, Sendable, CaseIterable {
        /// 128 bits: nobody guesses it, and it is half the writing.
        case twelve = 12
        /// 256 bits.
        case twentyFour = 24

        /// How many bytes the words stand for.
        public var byteCount: Int { rawValue / 3 * 4 }
    }

    /// What the words stand for: 16 or 32 bytes.
    package let entropy: SecretBytes
    /// How long it is.
    public let length: Length

    /// Takes the bytes that words stand for; `nil` for another count than 16 and 32.
    ///
    /// - Parameter entropy: bytes of the system's own chance, and of nothing else.
    package init?(entropy: SecretBytes) {
        guard let length = Length.allCases.first(where: { $0.byteCount == entropy.count }) else {
            return nil
        }
        self.entropy = entropy
        self.length = length
    }

    /// Reads a phrase as a person types it.
    ///
    /// Capital letters, spaces, line ends, a byte order mark, numbers in front, other forms of the
    /// same letters and words cut to four letters make no difference. Nothing is corrected. The
    /// words lie in ordinary memory until this returns.
    ///
    /// - Parameters:
    ///   - typed: the text in UTF-8.
    ///   - words: the language's list.
    /// - Throws: ``PhraseError``, by what is wrong first: count, unknown words, checksum.
    public init(
        reading typed: SecretBytes, words: WordList = .english
    ) throws(PhraseError) {
        let reading = try PhraseReading(typed, words)
        guard Length(rawValue: reading.numbers.count) != nil else {
            throw .wrongCount(reading.numbers.count, unknown: reading.unknown)
        }
        guard reading.unknown.isEmpty else { throw .unknownWords(reading.unknown) }
        guard let entropy = WordCoding.entropy(of: reading.numbers.compactMap(\.self)),
            let phrase = RecoveryPhrase(entropy: entropy)
        else { throw .wrongChecksum }
        self = phrase
    }

    /// One of the words, derived from the bytes each time.
    ///
    /// - Parameters:
    ///   - position: 1 to 12 or 24.
    ///   - words: the language's list.
    /// - Returns: the word, in ordinary memory.
    public func word(at position: Int, in words: WordList = .english) -> String {
        precondition((1...length.rawValue).contains(position), "a phrase has no such word")
        return words.words[WordCoding.number(at: position - 1, of: entropy)]
    }

    /// All words with a space between them, as UTF-8 in wiped memory.
    ///
    /// - Parameter words: the language's list.
    /// - Returns: the text.
    public func text(in words: WordList = .english) -> SecretBytes {
        let parts = (1...length.rawValue).map { word(at: $0, in: words).utf8 }
        let count = parts.reduce(parts.count - 1) { $0 + $1.count }
        return SecretBytes(count: count) { output in
            var place = 0
            for part in parts {
                if place > 0 {
                    output[place] = UInt8(ascii: " ")
                    place += 1
                }
                UnsafeMutableRawBufferPointer(rebasing: output[place...]).copyBytes(from: part)
                place += part.count
            }
        }
    }
}

extension RecoveryPhrase: CustomStringConvertible, CustomReflectable {
    /// The number of words, never the words (P10).
    public var description: String { "RecoveryPhrase(\(length.rawValue) words)" }

    /// A mirror without children, so that `dump` and debuggers show no words (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
