/// Carries requests to one relay and answers back: libcurl, the system's own loading, a test.
///
/// It is trusted with nothing. It follows no redirection, keeps no cookie and tries nothing twice:
/// what is tried again is decided above it.
public protocol RelayTransport: Sendable {
    /// Carries one request.
    ///
    /// A body that is longer than the request permits, or shorter than it was said to be, is an
    /// error and no answer. Cancelling the task ends the call soon, with `cancelled`.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``TransportFailure``; the relay may have done what was asked all the same.
    func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer
}
