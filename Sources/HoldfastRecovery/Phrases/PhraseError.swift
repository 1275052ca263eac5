/// Why words are no recovery phrase.
///
/// It tells the causes apart, so that a person can be told what to look at. What was typed is not in
/// it; ``UnknownWord`` has suggestions, which show in no description (P10).
public enum PhraseError: Error, Sendable, Equatable {
    /// The bytes are no text in UTF-8.
    case notText
    /// A phrase has 12 or 24 words, and these are so many; the ones that are in no list are told too.
    case wrongCount(Int, unknown: [UnknownWord])
    /// The number of words is right, and these are in no list.
    case unknownWords([UnknownWord])
    /// All words are in the list, and at least one is not the one that was written down, or they
    /// are in another order.
    case wrongChecksum
    /// Of the words that were asked for, those at these places were others; 1 is the first.
    case wrongAnswers(positions: [Int])
}

/// A word that was typed and is in no list.
public struct UnknownWord: Sendable, Equatable {
    /// Its place; 1 is the first.
    public let position: Int
    /// What may have been meant, the nearest first; for the person alone, and never taken by itself.
    public let near: [String]
}

extension UnknownWord: CustomStringConvertible, CustomReflectable {
    /// The place, without the suggestions, which tell nearly what the word is (P10).
    public var description: String { "UnknownWord(position: \(position))" }

    /// A mirror without the suggestions (P10).
    public var customMirror: Mirror { Mirror(self, children: ["position": position]) }
}
