/// The 2,048 words that a phrase is written in.
///
/// New phrases are in English, which the standard recommends; a phrase in another language is read
/// with that language's list, and gives the same bytes.
///
/// - Note: Standard: BIP-39, section "Wordlist". Vectors:
///   `Tests/HoldfastRecoveryTests/Vectors/bip39`.
public struct WordList: Sendable {
    /// How many words there are.
    public static let count = 2_048
    /// The English list.
    public static let english = WordList(known: EnglishWords.text.split { $0 == " " || $0 == "\n" })

    /// The words, in the order that gives each its number.
    public let words: [String]
    /// Numbers by whole words; texts are compared by canonical equivalence.
    private let places: [String: Int]
    /// Numbers by the first four letters, where those tell each word from all others.
    private let beginnings: [String: Int]

    /// Takes a list.
    ///
    /// - Parameter words: 2,048 different words, in the list's order; `nil` for anything else.
    public init?(_ words: [String]) {
        guard words.count == Self.count, Set(words).count == Self.count,
            !words.contains(where: \.isEmpty)
        else { return nil }
        self.init(known: words)
    }

    private init(known words: [some StringProtocol]) {
        self.words = words.map { String($0) }
        var places: [String: Int] = [:]
        var beginnings: [String: Int] = [:]
        for (place, word) in self.words.enumerated() {
            places[word] = place
            beginnings[String(word.prefix(Self.beginningCount))] = place
        }
        self.places = places
        // A word of three letters has no beginning of four, and is none of another's.
        self.beginnings = beginnings.count == words.count ? beginnings : [:]
    }

    /// The number of a word that was typed, whole or by its first four letters.
    ///
    /// Nothing is corrected: what is neither is unknown.
    ///
    /// - Parameter typed: a word in small letters.
    /// - Returns: 0 to 2,047, or `nil`.
    func place(of typed: String) -> Int? {
        places[typed] ?? (typed.count == Self.beginningCount ? beginnings[typed] : nil)
    }

    /// Words that are likely to have been meant, the nearest first.
    ///
    /// - Parameters:
    ///   - typed: a word in small letters.
    ///   - limit: how many at most.
    /// - Returns: words at most two slips away, each a letter too few, too many or wrong, or two
    ///   letters that changed places; none if there is none.
    func near(_ typed: String, limit: Int = 5) -> [String] {
        placesNear(typed, within: 2).prefix(limit).map { words[$0] }
    }

    /// The numbers of the words within so many slips, the nearest first.
    func placesNear(_ typed: String, within slips: Int) -> [Int] {
        let letters = Array(typed)
        let distances = words.indices.compactMap { place -> (slips: Int, place: Int)? in
            let distance = EditDistance.between(letters, Array(words[place]))
            return distance <= slips ? (distance, place) : nil
        }
        return distances.sorted { $0 < $1 }.map(\.place)
    }

    private static let beginningCount = 4
}
