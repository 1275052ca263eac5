/// One request to a relay, as it goes over the wire.
public struct RelayHTTPRequest: Sendable {
    /// What is done.
    public enum Method: String, Sendable, CaseIterable {
        /// Reads.
        case get = "GET"
        /// Stores under a name.
        case put = "PUT"
        /// Everything else.
        case post = "POST"
    }

    /// Most bytes of a body.
    public static let bodyLimit = 2 << 20

    /// What is done.
    public let method: Method
    /// Path and query, as they stand in the request's first line and in its proof.
    public let target: String
    /// What the header `Authorization` says; `nil` for none.
    public let authorization: String?
    /// The body, of the type `application/octet-stream`; `nil` for none, as for `GET`.
    public let body: [UInt8]?
    /// How long the whole of it may take.
    public let timeout: Duration
    /// How many bytes the answer's body may have.
    public let answerLimit: Int

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - method: what is done.
    ///   - target: path and query, in ASCII, beginning with `/`.
    ///   - authorization: what the header `Authorization` says.
    ///   - body: the body; `nil` for none.
    ///   - timeout: how long the whole of it may take.
    ///   - answerLimit: how many bytes the answer's body may have.
    public init(
        _ method: Method, _ target: String, authorization: String? = nil, body: [UInt8]? = nil,
        timeout: Duration, answerLimit: Int
    ) {
        self.method = method
        self.target = target
        self.authorization = authorization
        self.body = body
        self.timeout = timeout
        self.answerLimit = answerLimit
    }
}

extension RelayHTTPRequest: CustomStringConvertible {
    /// Method and target; neither what proves the request nor what it carries (P10).
    public var description: String { "\(method.rawValue) \(target)" }
}

/// What came back, whatever it says.
public struct RelayHTTPAnswer: Sendable, Hashable {
    /// The status.
    public let status: Int
    /// The whole body; one that was cut is a ``TransportFailure`` instead.
    public let body: [UInt8]

    /// Puts an answer together.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - body: the whole body.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
