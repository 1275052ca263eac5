import HoldfastCrypto

/// The words in a text as people type, paste and photograph it.
///
/// Capital letters, any spaces and line ends, a byte order mark, invisible characters, numbers in
/// front and marks behind make no difference, nor do other forms of the same letters.
enum TypedWords {
    /// Takes a text apart.
    ///
    /// The words lie in ordinary memory for as long as the caller has them.
    ///
    /// - Returns: the words in small letters; `nil` if the bytes are no UTF-8.
    static func words(in text: SecretBytes) -> [String]? {
        text.utf8String().map { words(in: $0) }
    }

    static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch kind(of: scalar) {
            case .letter:
                word.append(
                    contentsOf: (LetterForms.plain(scalar)?.unicodeScalars ?? .init([scalar])))
            case .invisible: continue
            case .border:
                words.append(String(word))
                word.removeAll()
            }
        }
        words.append(String(word))
        return words.map(withoutNumber).filter { !$0.isEmpty }
    }

    private enum Kind {
        case letter
        case invisible
        case border
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        let properties = scalar.properties
        if properties.isWhitespace { return .border }
        switch properties.generalCategory {
        case .format: return .invisible
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return .border
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
            .currencySymbol, .modifierSymbol, .otherSymbol:
            return LetterForms.plain(scalar) == nil ? .border : .letter
        default: return .letter
        }
    }

    /// The word without the number that stands in front of it, as in `1abandon` or `1.abandon`.
    ///
    /// A digit within a word stays, so that the word is unknown and its place is told.
    private static func withoutNumber(_ word: String) -> String {
        let rest = word.unicodeScalars.drop { scalar in
            switch scalar.properties.generalCategory {
            case .decimalNumber, .otherNumber: true
            default: false
            }
        }
        return String(rest).lowercased()
    }
}
