/// How a store breaks a promise, in counts, hashes and codes, never names or values (P10).
public struct ConformanceFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was expected and what happened.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
