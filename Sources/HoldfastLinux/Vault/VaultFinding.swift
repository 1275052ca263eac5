#if os(Linux)
/// One thing that the doctor found out about a vault.
public struct VaultFinding: Sendable, Equatable {
    /// How it is to be taken, from best to worst.
    public enum Grade: String, Sendable, CaseIterable {
        /// As it should be.
        case good
        /// Worth knowing.
        case note
        /// Works, and could be better protected.
        case warning
        /// Something is wrong.
        case bad
    }

    /// How it is to be taken.
    public let grade: Grade
    /// What it is about, in a word or two.
    public let topic: String
    /// What was found, as half a sentence.
    public let text: String
    /// How to improve it.
    public let advice: String?

    /// Takes the parts.
    ///
    /// - Parameters:
    ///   - grade: how it is to be taken.
    ///   - topic: what it is about, in a word or two.
    ///   - text: what was found, as half a sentence.
    ///   - advice: how to improve it.
    package init(_ grade: Grade, _ topic: String, _ text: String, advice: String? = nil) {
        self.grade = grade
        self.topic = topic
        self.text = text
        self.advice = advice
    }
}
#endif
