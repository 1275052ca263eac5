/// What came of a case that found no fault.
public enum ConformanceOutcome: Sendable, Equatable {
    /// The store keeps the promise.
    case kept
    /// The promise was not checked, and why: the subject lacks a control or a capability.
    case notApplicable(String)
}

/// Thrown inside a case when the subject lacks what it needs.
struct MissingControl: Error {
    let reason: String
}
