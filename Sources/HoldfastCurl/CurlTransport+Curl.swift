#if os(Linux) && Network
internal import CCurl
public import HoldfastRelayClient

/// Carries requests with libcurl: TLS from 1.2 on, connections kept open, the proxy that the
/// environment names, and certificate authorities of a file where one is given.
///
/// All its requests run on one thread of its own, which ends with it.
public final class CurlTransport: RelayTransport {
    private let address: RelayAddress
    private let authorities: String?
    private let connectTimeout: Duration
    private let thread: CurlThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - address: where the relay is.
    ///   - authorities: the path of a file of certificates in PEM; those of no other authority are
    ///     taken then. `nil` for the system's.
    ///   - connectTimeout: how long a connection may take to come about.
    /// - Throws: ``TransportFailure`` with `failed` if the library or the thread cannot be had.
    public init(
        to address: RelayAddress, authorities: String? = nil,
        connectTimeout: Duration = .seconds(10)
    ) throws(TransportFailure) {
        self.address = address
        self.authorities = authorities
        self.connectTimeout = connectTimeout
        thread = try CurlThread.start()
    }

    deinit { thread.end() }

    /// Carries one request.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``TransportFailure``; the relay may have done what was asked all the same.
    public func exchange(
        _ request: RelayHTTPRequest
    ) async throws(TransportFailure) -> RelayHTTPAnswer {
        guard request.body?.count ?? 0 <= RelayHTTPRequest.bodyLimit else {
            throw TransportFailure(.requestTooLong)
        }
        let transfer = CurlTransfer(
            request, to: address, authorities: authorities, connectTimeout: connectTimeout)
        let thread = thread
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.await(continuation)
                thread.begin(transfer)
            }
        } onCancel: {
            thread.cancel(transfer)
        }
        return try result.get()
    }
}
#endif
