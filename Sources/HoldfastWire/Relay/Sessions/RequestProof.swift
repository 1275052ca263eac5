public import HoldfastCrypto

/// What a request shows: the ticket, and a tag over all that the request says.
///
/// It goes into the header `Authorization: Holdfast …`, in hexadecimal. A proxy that changes the
/// method, the target or the body breaks it, and one that sends the request again is noticed.
public struct RequestProof: Sendable, Hashable {
    /// Number of bytes of a request's name.
    public static let requestByteCount = 16

    /// The ticket, as the grant gave it.
    public let ticket: [UInt8]
    /// When the request was made, in seconds since 1970, by the relay's clock.
    public let time: Int64
    /// The request's name: 16 random bytes.
    public let request: [UInt8]
    /// The tag under the session's key.
    public let tag: [UInt8]

    /// Makes the proof of a request.
    ///
    /// - Parameters:
    ///   - method: `GET`, `PUT` or `POST`.
    ///   - target: path and query, as they stand in the request's first line.
    ///   - body: the request's body; empty if there is none.
    ///   - ticket: the ticket.
    ///   - time: seconds since 1970, by the relay's clock.
    ///   - request: 16 random bytes.
    ///   - key: the session's key.
    public init(
        method: String, target: String, body: [UInt8], ticket: [UInt8], time: Int64,
        request: [UInt8], key: HMACSHA256Key
    ) {
        self.ticket = ticket
        self.time = time
        self.request = request
        tag = key.authenticate(Self.message(method, target, body, time, request))
    }

    /// Whether the proof is that of a request.
    ///
    /// - Parameters:
    ///   - method: the request's method.
    ///   - target: path and query, as they stand in the request's first line.
    ///   - body: the request's body.
    ///   - key: the session's key.
    /// - Returns: whether the tag is right.
    public func holds(
        method: String, target: String, body: [UInt8], key: HMACSHA256Key
    ) -> Bool {
        key.isValid(tag, for: Self.message(method, target, body, time, request))
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(ticket)
            writer.put(time)
            writer.put(request)
            writer.put(tag)
        }
    }

    /// Reads the structure, without checking the tag.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        ticket = try reader.vector(atMost: SessionGrant.ticketLimit, "ticket")
        time = Int64(bitPattern: try reader.number64("time"))
        request = try reader.raw(Self.requestByteCount, "request")
        tag = try reader.raw(HMACSHA256Key.tagByteCount, "tag")
        try reader.expectEnd("RequestProof")
    }

    private static func message(
        _ method: String, _ target: String, _ body: [UInt8], _ time: Int64, _ request: [UInt8]
    ) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(WireLabel.relayRequest.bytes)
            writer.putVector(method.utf8)
            writer.putVector(target.utf8)
            writer.put(SHA256.hash(body))
            writer.put(time)
            writer.put(request)
        }
    }
}
