#if os(Linux) && Network
internal import CCurl
import HoldfastRelayClient
internal import Synchronization

// Handles and the answer's bytes are touched by the library's thread alone, before and after it
// calls back on that same thread; what others touch, the continuation and the mark, has a lock or
// is atomic.
/// One request on its way through libcurl.
final class CurlTransfer: @unchecked Sendable {
    typealias Outcome = Result<RelayHTTPAnswer, TransportFailure>

    private let request: RelayHTTPRequest
    private let address: RelayAddress
    private let authorities: String?
    private let connectTimeout: Duration
    private let waiter = Mutex<CheckedContinuation<Outcome, Never>?>(nil)
    private let mark = Atomic(false)
    private var easy: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var isTooLong = false

    init(
        _ request: RelayHTTPRequest, to address: RelayAddress, authorities: String?,
        connectTimeout: Duration
    ) {
        self.request = request
        self.address = address
        self.authorities = authorities
        self.connectTimeout = connectTimeout
    }

    /// Whether nobody waits for it any more.
    var isCancelled: Bool { mark.load(ordering: .sequentiallyConsistent) }

    func cancel() { mark.store(true, ordering: .sequentiallyConsistent) }

    /// Says who waits.
    func await(_ continuation: CheckedContinuation<Outcome, Never>) {
        waiter.withLock { $0 = continuation }
    }

    /// Answers who waits, once.
    func finish(_ outcome: Outcome) {
        let continuation = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        continuation?.resume(returning: outcome)
    }

    /// Hands the request to the library; nil if it did not take it, which is answered then.
    func start(in multi: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        guard let handle = curl_easy_init() else {
            end(in: nil, CURLE_OUT_OF_MEMORY)
            return nil
        }
        easy = handle
        let code = prepare(handle)
        guard code == CURLE_OK else {
            end(in: nil, code)
            return nil
        }
        guard curl_multi_add_handle(multi, handle) == CURLM_OK else {
            end(in: nil, CURLE_FAILED_INIT)
            return nil
        }
        return handle
    }

    /// Takes in how the transfer ended.
    func end(in multi: UnsafeMutableRawPointer?, _ code: CURLcode) {
        var status = 0
        guard code == CURLE_OK else {
            if let easy { holdfast_curl_proxy_status(easy, &status) }
            return end(
                in: multi,
                .failure(TransportFailure(code, isTooLong: isTooLong, proxyStatus: status)))
        }
        if let easy { holdfast_curl_status(easy, &status) }
        end(in: multi, .success(RelayHTTPAnswer(status: status, body: body)))
    }

    /// Frees what the library has, and answers.
    func end(in multi: UnsafeMutableRawPointer?, _ outcome: Outcome) {
        if let easy {
            if let multi { curl_multi_remove_handle(multi, easy) }
            curl_easy_cleanup(easy)
        }
        curl_slist_free_all(headers)
        (easy, headers) = (nil, nil)
        finish(outcome)
    }

    private func prepare(_ handle: UnsafeMutableRawPointer) -> CURLcode {
        guard makeHeaders() else { return CURLE_OUT_OF_MEMORY }
        var options = holdfast_curl_options()
        options.headers = headers
        options.permits_plain = address.isPlain ? 1 : 0
        options.connect_milliseconds = connectTimeout.milliseconds
        options.milliseconds = request.timeout.milliseconds
        options.write = Self.write
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.body_count = request.body?.count ?? 0
        return (address.origin + request.target).withCString { url in
            request.method.rawValue.withCString { method in
                withOptionalCString(authorities) { authorities in
                    // An empty array has no address, and no body is another thing than an empty
                    // one.
                    (request.body.map { $0 + [0] } ?? []).withUnsafeBytes { bytes in
                        options.url = url
                        options.method = method
                        options.authorities = authorities
                        options.body = request.body == nil ? nil : bytes.baseAddress
                        return holdfast_curl_prepare(handle, &options)
                    }
                }
            }
        }
    }

    private func makeHeaders() -> Bool {
        var lines = ["Accept: application/octet-stream", "User-Agent: holdfast"]
        if request.body != nil {
            // The library would wait for a word of the relay before a large body.
            lines += ["Content-Type: application/octet-stream", "Expect:"]
        }
        if let authorization = request.authorization {
            lines.append("Authorization: " + authorization)
        }
        for line in lines {
            guard let longer = curl_slist_append(headers, line) else { return false }
            headers = longer
        }
        return true
    }

    // Formed here and not in an actor's context: the library calls it on its own thread.
    private static let write: curl_write_callback = { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= request.answerLimit else {
            isTooLong = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }
}

private func withOptionalCString<R>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> R
) -> R {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}

extension Duration {
    /// Whole milliseconds, at least one: none would be no limit to the library.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = seconds.multipliedReportingOverflow(by: 1_000)
        guard !whole.overflow else { return Int(Int32.max) }
        return max(
            1, min(Int(Int32.max), Int(whole.partialValue + attoseconds / 1_000_000_000_000_000)))
    }
}
#endif
