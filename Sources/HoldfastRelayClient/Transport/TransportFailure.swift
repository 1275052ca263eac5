/// Why there is no answer to a request.
public struct TransportFailure: Error, Sendable, Hashable {
    /// The kind of failure, for code to branch on.
    public enum Reason: String, Sendable, CaseIterable {
        /// There is no such name, or nobody listens there.
        case unreachable
        /// It took longer than it may.
        case timedOut
        /// The connection ended before the answer did.
        case interrupted
        /// The proxy that the environment names does not connect to the relay.
        case refusedByProxy
        /// The relay's certificate is not one that is trusted here, or is another host's.
        case untrusted
        /// The relay speaks no TLS that is permitted here.
        case insecure
        /// The file of certificate authorities cannot be read, or has none.
        case badAuthorities
        /// The answer is longer than it may be.
        case answerTooLong
        /// The request's body is longer than a relay takes; nothing was sent.
        case requestTooLong
        /// What answered does not speak HTTP.
        case notHTTP
        /// The task was cancelled.
        case cancelled
        /// The library failed in another way.
        case failed
    }

    /// The kind of failure.
    public let reason: Reason
    /// Whose code ``nativeCode`` is: `curl`, `NSURLErrorDomain`, `http` for a proxy's status;
    /// `holdfast` for none's.
    public let nativeDomain: String
    /// The code behind it.
    public let nativeCode: Int

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - reason: the kind of failure.
    ///   - nativeDomain: whose code the other one is.
    ///   - nativeCode: the code behind it.
    public init(_ reason: Reason, nativeDomain: String = "holdfast", nativeCode: Int = 0) {
        self.reason = reason
        self.nativeDomain = nativeDomain
        self.nativeCode = nativeCode
    }

    /// Whether the same may go better soon, without anything having been done.
    public var isTemporary: Bool {
        switch reason {
        case .unreachable, .timedOut, .interrupted: true
        case .refusedByProxy, .untrusted, .insecure, .badAuthorities, .answerTooLong,
            .requestTooLong, .notHTTP, .cancelled, .failed:
            false
        }
    }
}
