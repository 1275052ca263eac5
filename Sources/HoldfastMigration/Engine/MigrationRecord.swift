public import HoldfastCore

/// What came of one item of a migration; names may be shown, and there is no value in it (P10).
public struct MigrationRecord: Sendable, Equatable {
    /// What came of it.
    public enum Outcome: String, Sendable, CaseIterable {
        /// It was copied, and the copy read back.
        case moved
        /// The store held the same value under that name already.
        case alreadyThere
        /// A dry run: the store has no item of that name.
        case wouldMove
        /// A dry run: the store has an item of that name, whose value would be compared.
        case wouldCompare
        /// The store holds another value under that name. Both were left alone.
        case conflict
        /// Several items of the source would get that name. All of them were left alone.
        case ambiguous
        /// It was gone, or another, when it came to its turn. The source was left alone.
        case changed
        /// It could not be read, stored, verified or named; ``MigrationRecord/error`` says why.
        case failed
    }

    /// The service under which it is, or would be, stored; empty if that is not known.
    public let service: String
    /// Its name, or what a person may recognise it by.
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// Whether it was removed from the source.
    public let isRemoved: Bool
    /// Why it failed; for a copied item, why it could not be removed from the source.
    public let error: KeychainError?

    init(
        _ outcome: Outcome, service: String, name: String, isRemoved: Bool = false,
        error: KeychainError? = nil
    ) {
        self.service = service
        self.name = name
        self.outcome = outcome
        self.isRemoved = isRemoved
        self.error = error
    }

    /// Whether nothing is left to be done about it.
    public var isSettled: Bool {
        switch outcome {
        case .moved, .alreadyThere, .wouldMove, .wouldCompare: error == nil
        case .conflict, .ambiguous, .changed, .failed: false
        }
    }
}
