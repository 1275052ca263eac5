public import HoldfastCrypto

/// Finds the phrase that was meant, when one word of it is wrong or lost or two changed places.
///
/// It guesses on this machine against something that only the right phrase opens, such as the header
/// of a backup file, and never against a server. Only words that pass the checksum are tried, the
/// likely ones first. What it finds is shown to the person and taken by them.
public struct PhraseRepair: Sendable {
    /// What was changed to find the phrase.
    public enum Change: Sendable, Equatable {
        /// Nothing: what was typed is right.
        case none
        /// The word at this place is another one; 1 is the first.
        case replaced(position: Int)
        /// The words at this place and the next had changed places.
        case swapped(position: Int)
        /// A word was missing at this place.
        case inserted(position: Int)
        /// The word at this place was one too many.
        case removed(position: Int)
    }

    /// A phrase that was found.
    public struct Finding: Sendable {
        /// The phrase.
        public let phrase: RecoveryPhrase
        /// What was changed.
        public let change: Change
        /// How many phrases were tried, this one included.
        public let triedCount: Int
    }

    private let reading: PhraseReading

    /// Reads what was typed.
    ///
    /// - Parameters:
    ///   - typed: the text in UTF-8.
    ///   - words: the language's list.
    /// - Throws: ``PhraseError`` if more than one thing is wrong, which is too much to guess: another
    ///   count than 11 to 13 and 23 to 25, more than one unknown word, or one beside another count.
    public init(
        reading typed: SecretBytes, words: WordList = .english
    ) throws(PhraseError) {
        reading = try PhraseReading(typed, words)
        let count = reading.numbers.count
        let isPhrase = RecoveryPhrase.Length(rawValue: count) != nil
        guard isPhrase || Self.hasOneMoreOrLess(count) else {
            throw .wrongCount(count, unknown: reading.unknown)
        }
        guard reading.unknown.count <= (isPhrase ? 1 : 0) else {
            throw isPhrase
                ? .unknownWords(reading.unknown) : .wrongCount(count, unknown: reading.unknown)
        }
    }

    /// Tries one phrase after the other.
    ///
    /// It blocks for as long as the trials take: with a backup's header some 0.15 s each, and 130 to
    /// some 3,000 of them. A body that throws ends it.
    ///
    /// - Parameter isRight: tells whether a phrase is the one.
    /// - Returns: the phrase and what was changed; `nil` if none of them is.
    /// - Throws: what `isRight` throws.
    public func search<E: Error>(
        _ isRight: (RecoveryPhrase) throws(E) -> Bool
    ) throws(E) -> Finding? {
        var triedCount = 0
        for attempts in stages {
            for attempt in attempts {
                guard let entropy = WordCoding.entropy(of: attempt.numbers),
                    let phrase = RecoveryPhrase(entropy: entropy)
                else { continue }
                triedCount += 1
                if try isRight(phrase) {
                    return Finding(
                        phrase: phrase, change: attempt.change, triedCount: triedCount)
                }
            }
        }
        return nil
    }

    private static func hasOneMoreOrLess(_ count: Int) -> Bool {
        RecoveryPhrase.Length.allCases.contains { abs($0.rawValue - count) == 1 }
    }
}

extension PhraseRepair {
    private struct Attempt {
        let numbers: [Int]
        let change: Change
    }

    /// What is tried, the likely first; each stage is made when its turn comes.
    private var stages: LazyMapSequence<[() -> [Attempt]], [Attempt]> {
        let stages: [() -> [Attempt]]
        let numbers = reading.numbers.compactMap(\.self)
        if let place = reading.unknown.first.map({ $0.position - 1 }) {
            stages = [
                { replacing(place, by: reading.likely(place)) },
                { replacing(place, by: Self.unlikely(reading.likely(place))) },
            ]
        } else if RecoveryPhrase.Length(rawValue: numbers.count) != nil {
            let places = numbers.indices
            stages =
                [
                    { [Attempt(numbers: numbers, change: .none)] },
                    { places.dropLast().map { swapping($0, in: numbers) } },
                    { places.flatMap { replacing($0, by: reading.likely($0)) } },
                ]
                + places.map { place in
                    { replacing(place, by: Self.unlikely(reading.likely(place))) }
                }
        } else {
            stages =
                [{ numbers.indices.map { removing($0, from: numbers) } }]
                + (0...numbers.count).map { place in { inserting(at: place, in: numbers) } }
        }
        return stages.lazy.map { $0() }
    }

    private func replacing(_ place: Int, by candidates: [Int]) -> [Attempt] {
        candidates.map { candidate in
            Attempt(
                numbers: reading.numbers.enumerated().map { index, number in
                    index == place ? candidate : number ?? candidate
                }, change: .replaced(position: place + 1))
        }
    }

    private func swapping(_ place: Int, in numbers: [Int]) -> Attempt {
        var numbers = numbers
        numbers.swapAt(place, place + 1)
        return Attempt(numbers: numbers, change: .swapped(position: place + 1))
    }

    private func removing(_ place: Int, from numbers: [Int]) -> Attempt {
        var numbers = numbers
        numbers.remove(at: place)
        return Attempt(numbers: numbers, change: .removed(position: place + 1))
    }

    private func inserting(at place: Int, in numbers: [Int]) -> [Attempt] {
        (0..<WordList.count).map { candidate in
            var numbers = numbers
            numbers.insert(candidate, at: place)
            return Attempt(numbers: numbers, change: .inserted(position: place + 1))
        }
    }

    private static func unlikely(_ likely: [Int]) -> [Int] {
        let likely = Set(likely)
        return (0..<WordList.count).filter { !likely.contains($0) }
    }
}
