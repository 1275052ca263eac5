public import HoldfastCrypto

/// What a relay answers to a login: the ticket that each request shows.
public struct SessionGrant: Sendable, Hashable {
    /// Most bytes of a ticket.
    public static let ticketLimit = 256

    /// The relay's own bytes, which only it can read.
    public let ticket: [UInt8]
    /// When the ticket ends, in seconds since 1970, by the relay's clock.
    public let expires: Int64
    /// Shows that the relay has its key: a tag under the session's key.
    public let proof: [UInt8]

    /// Makes a grant.
    ///
    /// - Parameters:
    ///   - ticket: at most 256 bytes.
    ///   - expires: when it ends, in seconds since 1970.
    ///   - key: the session's key.
    public init(ticket: [UInt8], expires: Int64, key: HMACSHA256Key) {
        self.ticket = ticket
        self.expires = expires
        proof = key.authenticate(Self.message(ticket, expires))
    }

    /// Whether whoever made the grant has the session's key, and so is the relay that was meant.
    ///
    /// - Parameter key: the session's key.
    /// - Returns: whether the proof holds.
    public func isProven(by key: HMACSHA256Key) -> Bool {
        key.isValid(proof, for: Self.message(ticket, expires))
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(ticket)
            writer.put(expires)
            writer.put(proof)
        }
    }

    /// Reads the structure, without checking the proof.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        ticket = try reader.vector(atMost: Self.ticketLimit, "ticket")
        expires = Int64(bitPattern: try reader.number64("expires"))
        proof = try reader.raw(HMACSHA256Key.tagByteCount, "proof")
        try reader.expectEnd("SessionGrant")
    }

    private static func message(_ ticket: [UInt8], _ expires: Int64) -> [UInt8] {
        WireWriter.encode { writer in
            writer.put(WireLabel.relayGrant.bytes)
            writer.putVector(ticket)
            writer.put(expires)
        }
    }
}
