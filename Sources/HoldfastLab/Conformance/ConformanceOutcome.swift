import HoldfastCore

/// What came of a case that found no fault.
public enum ConformanceOutcome: Sendable, Equatable {
    /// The store keeps the promise.
    case kept
    /// The promise was not checked, and why: the subject lacks a control or a capability.
    case notApplicable(String)
}

extension ConformanceOutcome {
    /// Runs a case and sorts what it throws.
    static func of(_ body: () async throws -> Void) async throws(ConformanceFailure) -> Self {
        do {
            try await body()
            return .kept
        } catch let absence as MissingControl {
            return .notApplicable(absence.reason)
        } catch let failure as ConformanceFailure {
            throw failure
        } catch let error as KeychainError {
            throw ConformanceFailure("an unexpected \(error.codeAndOrigin)")
        } catch {
            throw ConformanceFailure("an error that is no KeychainError: \(type(of: error))")
        }
    }
}

/// Thrown inside a case when the subject lacks what it needs.
struct MissingControl: Error {
    let reason: String
}
