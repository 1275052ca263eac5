import HoldfastCore
import HoldfastRecovery

extension KeychainError {
    /// The error for words that are no phrase; it says places, and none of the words (P10).
    init(_ error: PhraseError) {
        let known = RecoveryError.phrase(error).keychainError
        let (message, advice): (String, String) =
            switch error {
            case .notText:
                ("what was typed is no text in UTF-8", "set the terminal to UTF-8, and try again")
            case .wrongCount(let count, let unknown):
                (
                    "a recovery phrase has 12 or 24 words, and these are \(count)"
                        + (unknown.isEmpty ? "" : ", of which \(Self.places(unknown)) in no list"),
                    "compare them with what is written down"
                )
            case .unknownWords(let unknown):
                (
                    "\(Self.places(unknown)) in no list of recovery words",
                    "compare with what is written down; at a terminal words that are near are shown"
                )
            case .wrongChecksum:
                (
                    "all words are in the list, but together they are no recovery phrase",
                    "one is another than was written down, or they are in another order;"
                        + " 'holdfast phrase verify --from FILE --repair' looks for it"
                )
            case .wrongAnswers(let positions):
                (
                    "\(Self.named(positions)) \(positions.count == 1 ? "is" : "are")"
                        + " not what was shown",
                    "write the words down and try again"
                )
            }
        self.init(
            known.code, message, nativeDomain: known.nativeDomain, nativeCode: known.nativeCode,
            advice: advice)
    }

    private static func places(_ unknown: [UnknownWord]) -> String {
        named(unknown.map(\.position)) + (unknown.count == 1 ? " is" : " are")
    }

    private static func named(_ positions: [Int]) -> String {
        let numbers = positions.map(String.init)
        guard let last = numbers.last, numbers.count > 1 else {
            return "word " + (numbers.first ?? "?")
        }
        return "words " + numbers.dropLast().joined(separator: ", ") + " and " + last
    }
}
