import HoldfastCrypto

/// The numbers of the words that were typed, with what is unknown.
struct PhraseReading: Sendable {
    /// A number for each word, `nil` where it is in no list.
    let numbers: [Int?]
    let unknown: [UnknownWord]
    private let typed: [String]
    private let words: WordList

    init(_ text: SecretBytes, _ words: WordList) throws(PhraseError) {
        guard let typed = TypedWords.words(in: text) else { throw .notText }
        numbers = typed.map { words.place(of: $0) }
        unknown = typed.indices.filter { words.place(of: typed[$0]) == nil }.map {
            UnknownWord(position: $0 + 1, near: words.near(typed[$0]))
        }
        self.typed = typed
        self.words = words
    }

    /// The numbers of the words that may have been meant, the nearest first.
    func likely(_ place: Int) -> [Int] { words.placesNear(typed[place], within: 2) }
}
