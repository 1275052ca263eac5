#if canImport(Darwin)
public import Foundation

/// Carries requests with the system's own loading: its authorities, its proxies, TLS from 1.2 on.
///
/// Nothing is cached, and no cookie is kept.
public final class URLSessionTransport: RelayTransport {
    private let address: RelayAddress
    private let loads = URLSessionLoads()
    private let session: URLSession

    /// Makes a session of its own.
    ///
    /// - Parameters:
    ///   - address: where the relay is.
    ///   - configuration: what the session begins with, as for a private authority by a delegate of
    ///     a managed device; cookies, caches and old TLS are switched off in it.
    public init(
        to address: RelayAddress, configuration: URLSessionConfiguration = .ephemeral
    ) {
        self.address = address
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        // What is not encrypted stays on this machine, whatever proxy the system has.
        if address.isPlain { configuration.connectionProxyDictionary = [:] }
        session = URLSession(configuration: configuration, delegate: loads, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

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
        guard let url = URL(string: address.origin + request.target) else {
            throw TransportFailure(.failed)
        }
        let task = session.dataTask(with: Self.made(request, url))
        let loads = loads
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loads.begin(task, limit: request.answerLimit, continuation)
                task.resume()
                // A task that was cancelled before it was known here would never answer.
                if Task.isCancelled {
                    loads.end(task, .failure(TransportFailure(.cancelled)))
                }
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    private static func made(_ request: RelayHTTPRequest, _ url: URL) -> URLRequest {
        var made = URLRequest(url: url)
        made.httpMethod = request.method.rawValue
        made.httpBody = request.body.map { Data($0) }
        made.timeoutInterval = TimeInterval(request.timeout.components.seconds)
        made.setValue("application/octet-stream", forHTTPHeaderField: "Accept")
        if request.body != nil {
            made.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        if let authorization = request.authorization {
            made.setValue(authorization, forHTTPHeaderField: "Authorization")
        }
        return made
    }
}

// What changes is the table of loads, which is read and written under the lock alone.
/// Takes in what the loading brings, of all requests of a transport.
private final class URLSessionLoads: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Outcome = Result<RelayHTTPAnswer, TransportFailure>

    private struct Load {
        let limit: Int
        let continuation: CheckedContinuation<Outcome, Never>
        var body: [UInt8] = []
    }

    private let lock = NSLock()
    private var loads: [Int: Load] = [:]

    func begin(
        _ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        lock.withLock {
            loads[task.taskIdentifier] = Load(limit: limit, continuation: continuation)
        }
    }

    /// Answers who waits, once.
    func end(_ task: URLSessionTask, _ outcome: Outcome) {
        let load = lock.withLock { loads.removeValue(forKey: task.taskIdentifier) }
        load?.continuation.resume(returning: outcome)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = lock.withLock {
            guard var load = loads[dataTask.taskIdentifier] else { return true }
            guard load.body.count + data.count <= load.limit else { return false }
            loads[dataTask.taskIdentifier] = nil
            load.body.append(contentsOf: data)
            loads[dataTask.taskIdentifier] = load
            return true
        }
        guard !fits else { return }
        end(dataTask, .failure(TransportFailure(.answerTooLong)))
        dataTask.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let error { return end(task, .failure(TransportFailure(error as NSError))) }
        guard let response = task.response as? HTTPURLResponse else {
            return end(task, .failure(TransportFailure(.notHTTP)))
        }
        let body = lock.withLock { loads[task.taskIdentifier]?.body } ?? []
        end(task, .success(RelayHTTPAnswer(status: response.statusCode, body: body)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension TransportFailure {
    /// What an error of the loading says.
    ///
    /// - Note: `NSURLError.h`.
    fileprivate init(_ error: NSError) {
        self.init(
            error.domain == NSURLErrorDomain ? Self.reason(error.code) : .failed,
            nativeDomain: error.domain, nativeCode: error.code)
    }

    private static func reason(_ code: Int) -> Reason {
        switch code {
        case NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost, NSURLErrorDNSLookupFailed,
            NSURLErrorNotConnectedToInternet, NSURLErrorDataNotAllowed,
            NSURLErrorInternationalRoamingOff, NSURLErrorCallIsActive:
            .unreachable
        case NSURLErrorTimedOut: .timedOut
        case NSURLErrorNetworkConnectionLost: .interrupted
        case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid:
            .untrusted
        case NSURLErrorSecureConnectionFailed: .insecure
        case NSURLErrorBadServerResponse, NSURLErrorCannotParseResponse: .notHTTP
        case NSURLErrorCancelled: .cancelled
        default: .failed
        }
    }
}
#endif
