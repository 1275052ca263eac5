public import HoldfastCrypto

/// A phrase that was just made, and that the person has not yet proved to have written down.
///
/// Nothing can be built on it: a ``RecoveryPhrase`` comes out of it only for three of its words,
/// picked by chance. What is shown is derived from the bytes that are used later, so that it cannot
/// be another phrase.
public struct NewPhrase: Sendable {
    /// How many words are asked for.
    public static let askedCount = 3

    private let phrase: RecoveryPhrase
    /// The places that are asked for, in order; 1 is the first word.
    public let askedPositions: [Int]

    /// Makes a phrase.
    ///
    /// - Parameters:
    ///   - length: 12 words are enough against any guessing.
    ///   - random: the system's chance.
    /// - Throws: ``CryptoError`` with `randomnessUnavailable`.
    public init(
        _ length: RecoveryPhrase.Length = .twelve, random: any SecureRandom
    ) throws(CryptoError) {
        let entropy = try random.secret(length.byteCount)
        guard let phrase = RecoveryPhrase(entropy: entropy) else {
            preconditionFailure("each length has its number of bytes")
        }
        self.phrase = phrase
        var positions = Array(1...length.rawValue)
        var asked: [Int] = []
        for _ in 0..<Self.askedCount {
            asked.append(positions.remove(at: try random.uniform(below: positions.count)))
        }
        askedPositions = asked.sorted()
    }

    /// How long it is.
    public var length: RecoveryPhrase.Length { phrase.length }

    /// One of the words, to be shown once.
    ///
    /// - Parameter position: 1 to 12 or 24.
    /// - Returns: the English word, in ordinary memory.
    public func word(at position: Int) -> String { phrase.word(at: position) }

    /// The words with their numbers, in groups of four, as they are shown and written down.
    ///
    /// - Returns: the groups; the words are in ordinary memory.
    public func groups() -> [[(position: Int, word: String)]] {
        stride(from: 1, through: length.rawValue, by: 4).map { start in
            (start..<(start + 4)).map { ($0, word(at: $0)) }
        }
    }

    /// Gives the phrase to whoever has its words.
    ///
    /// - Parameter answers: what the person typed for each of ``askedPositions``, in their order.
    /// - Returns: the phrase.
    /// - Throws: ``PhraseError/wrongAnswers(positions:)``; ask again, or show the words again.
    public func confirmed(
        by answers: [SecretBytes]
    ) throws(PhraseError) -> RecoveryPhrase {
        var wrong: [Int] = []
        for (index, position) in askedPositions.enumerated() {
            let typed = index < answers.count ? TypedWords.words(in: answers[index]) ?? [] : []
            let number = WordCoding.number(at: position - 1, of: phrase.entropy)
            let isRight = typed.count == 1 && WordList.english.place(of: typed[0]) == number
            if !isRight { wrong.append(position) }
        }
        guard wrong.isEmpty, answers.count == askedPositions.count else {
            throw .wrongAnswers(positions: wrong)
        }
        return phrase
    }
}

extension NewPhrase: CustomStringConvertible, CustomReflectable {
    /// The number of words, never the words (P10).
    public var description: String { "NewPhrase(\(length.rawValue) words)" }

    /// A mirror without children, so that `dump` and debuggers show no words (P10).
    public var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}
