/// Why a relay did not do what it was asked, as the body of its answer.
///
/// It is unsigned: a client shows it as what the server says, and destroys nothing for it. What a
/// claim about devices rests on are the log entries that come with it.
public struct RelayRefusal: Error, Sendable, Hashable {
    /// What is wrong, for code to branch on; each has one HTTP status.
    public enum Code: UInt8, Sendable, CaseIterable {
        /// 400: the request's bytes are not what they should be.
        case malformed = 1
        /// 401: the ticket or the proof is none; log in again.
        case notLoggedIn = 2
        /// 401: the clocks differ, or the request was seen before; `now` tells the relay's.
        case wrongTime = 3
        /// 403: the session is another account's, or another relay was meant.
        case forbidden = 4
        /// 404: there is no such thing.
        case notFound = 5
        /// 405: the thing is there and cannot be used so.
        case methodNotAllowed = 6
        /// 409: something else is stored under this name, or the pointer has moved on.
        case conflict = 7
        /// 409: the request rests on an older log, or leaves devices out; what is missing is there.
        case stale = 8
        /// 410: the device is none of the account's any more; the entries say since when.
        case removed = 9
        /// 411: the body's length must be said in front.
        case lengthRequired = 10
        /// 413: the body is longer than it may be.
        case tooLarge = 11
        /// 415: the body is not `application/octet-stream`.
        case wrongType = 12
        /// 422: the entry does not follow, or may not do what it does.
        case refusedEntry = 13
        /// 429: too many requests; `retryAfterSeconds` says when to come back.
        case tooMany = 14
        /// 500: the relay failed; nothing was acknowledged.
        case failed = 15
        /// 503: the relay is stopping or overloaded.
        case unavailable = 16
        /// 507: the relay's disk is full; reads go on.
        case storageFull = 17
        /// 507: the account has used what it may.
        case quota = 18
        /// 408: the request came too slowly.
        case tooSlow = 19
        /// 431: the request's first line or headers are longer than they may be.
        case headersTooLarge = 20
    }

    /// What is wrong.
    public let code: Code
    /// The relay's clock, in seconds since 1970.
    public let now: Int64
    /// In how many seconds to ask again; 0 where asking again makes no difference.
    public let retryAfterSeconds: UInt64
    /// The log entries that the claim rests on.
    public let logs: [LogPage]

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - code: what is wrong.
    ///   - now: the relay's clock, in seconds since 1970.
    ///   - retryAfterSeconds: in how many seconds to ask again.
    ///   - logs: the log entries that the claim rests on.
    public init(
        _ code: Code, now: Int64, retryAfterSeconds: UInt64 = 0, logs: [LogPage] = []
    ) {
        self.code = code
        self.now = now
        self.retryAfterSeconds = retryAfterSeconds
        self.logs = logs
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.put(code.rawValue)
            writer.put(now)
            writer.put(retryAfterSeconds)
            writer.putVector(of: logs) { $1.write(to: &$0) }
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``; `newerVersion` for a code that is not known here.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        guard let code = Code(rawValue: try reader.byte("code")) else {
            throw WireError(.newerVersion, in: "code")
        }
        self.code = code
        now = Int64(bitPattern: try reader.number64("now"))
        retryAfterSeconds = try reader.number64("retry_after_seconds")
        logs = try reader.vector(atMost: Self.logByteLimit, "logs") {
            (reader) throws(WireError) in try LogPage(from: &reader)
        }
        try reader.expectEnd("RelayRefusal")
    }

    /// Most bytes of all pages together.
    public static let logByteLimit = 4 << 20
}
