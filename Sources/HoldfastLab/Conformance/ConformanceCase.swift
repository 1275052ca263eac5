import HoldfastCore

/// One promise of a store, checked on a fresh one.
///
/// A case imports no test framework, so that it runs under Swift Testing, XCTest or a program.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// What is promised, in a sentence that begins with the promise's number: `P1: …`.
    public let name: String

    private let body: @Sendable (Examination) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Examination) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The case's name.
    public var description: String { name }

    /// Checks the promise.
    ///
    /// - Parameter subject: a store that nobody else uses, in the state that
    ///   ``ConformanceSubject`` describes. What the case leaves in it is of no use.
    /// - Returns: ``ConformanceOutcome/kept``, or that the case needs a control that the subject
    ///   lacks. Whoever runs the suite must look at it: a case that was not checked has not passed.
    /// - Throws: ``ConformanceFailure`` if the store breaks the promise. Its text holds counts,
    ///   hashes and codes, never a name or a value (P10).
    public func check(
        _ subject: ConformanceSubject
    ) async throws(ConformanceFailure) -> ConformanceOutcome {
        try await ConformanceOutcome.of { try await body(Examination(subject: subject)) }
    }
}

extension KeychainError {
    /// The code and the native pair, and no message: a foreign store's may hold anything (P10).
    var codeAndOrigin: String {
        let native = nativeDomain.map { " (\($0) \(nativeCode.map(String.init) ?? "-"))" } ?? ""
        return code.rawValue + native
    }
}
