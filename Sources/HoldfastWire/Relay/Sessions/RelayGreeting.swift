public import HoldfastCrypto

/// What a relay says of itself before a login: where it is, its key, and a number to be used once.
public struct RelayGreeting: Sendable, Hashable {
    /// Most bytes of an origin.
    public static let originLimit = 255
    /// Most bytes of a challenge.
    public static let challengeLimit = 64

    /// Scheme, host and port under which the relay is reached, such as `https://relay.example`.
    public let origin: String
    /// The key with which sessions are agreed.
    public let key: P256PublicKey
    /// What a login must repeat, once; the relay's own bytes.
    public let challenge: [UInt8]
    /// When the challenge ends, in seconds since 1970, by the relay's clock.
    public let expires: Int64
    /// The relay's clock, in seconds since 1970: a client whose own differs learns by how much.
    public let now: Int64

    /// Puts a greeting together.
    ///
    /// - Parameters:
    ///   - origin: scheme, host and port; at most 255 bytes.
    ///   - key: the key with which sessions are agreed.
    ///   - challenge: at most 64 bytes.
    ///   - expires: when the challenge ends, in seconds since 1970.
    ///   - now: the relay's clock, in seconds since 1970.
    public init(
        origin: String, key: P256PublicKey, challenge: [UInt8], expires: Int64, now: Int64
    ) {
        self.origin = origin
        self.key = key
        self.challenge = challenge
        self.expires = expires
        self.now = now
    }

    /// The structure's bytes.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(origin.utf8)
            writer.put(key.bytes)
            writer.putVector(challenge)
            writer.put(expires)
            writer.put(now)
        }
    }

    /// Reads the structure.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        origin = try reader.text(atMost: Self.originLimit, "origin")
        key = try reader.publicKey("key")
        challenge = try reader.vector(atMost: Self.challengeLimit, "challenge")
        expires = Int64(bitPattern: try reader.number64("expires"))
        now = Int64(bitPattern: try reader.number64("now"))
        try reader.expectEnd("RelayGreeting")
    }
}
