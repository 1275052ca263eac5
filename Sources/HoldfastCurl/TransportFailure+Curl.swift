#if os(Linux) && Network
internal import CCurl
import HoldfastRelayClient

extension TransportFailure {
    /// What a code of libcurl says.
    ///
    /// - Note: `curl/curl.h`, and libcurl-errors(3).
    init(_ code: CURLcode, isTooLong: Bool, proxyStatus: Int) {
        // Whatever code the library has for it: those of versions differ.
        if proxyStatus >= 300 {
            self.init(.refusedByProxy, nativeDomain: "http", nativeCode: proxyStatus)
            return
        }
        self.init(
            isTooLong ? .answerTooLong : Self.reason(code), nativeDomain: "curl",
            nativeCode: Int(code.rawValue))
    }

    private static func reason(_ code: CURLcode) -> Reason {
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            .interrupted
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .untrusted
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .insecure
        case CURLE_SSL_CACERT_BADFILE: .badAuthorities
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        default: .failed
        }
    }
}
#endif
