import HoldfastCrypto
@testable import HoldfastRecovery

/// No text stops the reading of a phrase; one that is read gives words that are read as the same.
func fuzzPhrase(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    let typed = SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))
    do throws(PhraseError) {
        let phrase = try RecoveryPhrase(reading: typed)
        let again = try RecoveryPhrase(reading: phrase.text())
        precondition(again == phrase, "a phrase is read as another one")
    } catch {
        // What is refused says how many words there were, and they are told by their places.
        if case .unknownWords(let words) = error {
            precondition(!words.isEmpty && words.allSatisfy { (1...24).contains($0.position) })
        }
    }
    let words = TypedWords.words(in: String(decoding: typed.copyBytes(), as: UTF8.self))
    let joined = words.joined(separator: " ")
    precondition(TypedWords.words(in: joined).joined(separator: " ") == joined, "not settled")
    return 0
}
