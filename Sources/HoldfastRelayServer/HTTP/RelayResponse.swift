internal import HoldfastWire

/// What is answered.
struct RelayResponse: Sendable {
    /// The HTTP status.
    let status: UInt32
    /// The body's type.
    let contentType: String
    /// The body.
    let body: [UInt8]
    /// The header `Retry-After` in seconds; 0 for none.
    let retryAfterSeconds: UInt64

    /// A structure of the wire.
    init(_ body: [UInt8], status: UInt32 = 200) {
        self.init(body, status: status, contentType: "application/octet-stream")
    }

    /// A text.
    init(text: String, contentType: String = "text/plain; charset=utf-8", status: UInt32 = 200) {
        self.init(Array(text.utf8), status: status, contentType: contentType)
    }

    /// A refusal.
    init(_ refusal: RelayRefusal) {
        self.init(
            refusal.bytes, status: refusal.code.status, contentType: "application/octet-stream",
            retryAfterSeconds: refusal.retryAfterSeconds)
    }

    private init(
        _ body: [UInt8], status: UInt32, contentType: String, retryAfterSeconds: UInt64 = 0
    ) {
        self.body = body
        self.status = status
        self.contentType = contentType
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension RelayRefusal.Code {
    /// The HTTP status that says the same.
    var status: UInt32 {
        switch self {
        case .malformed: 400
        case .notLoggedIn, .wrongTime: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .tooSlow: 408
        case .conflict, .stale: 409
        case .removed: 410
        case .lengthRequired: 411
        case .tooLarge: 413
        case .wrongType: 415
        case .refusedEntry: 422
        case .tooMany: 429
        case .headersTooLarge: 431
        case .failed: 500
        case .unavailable: 503
        case .storageFull, .quota: 507
        }
    }
}
