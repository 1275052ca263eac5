public import HoldfastCrypto

/// What a device signs to log in at one relay, once.
///
/// It names the relay twice, by the address that the device used and by the relay's key, so that a
/// relay cannot hand it on to another one; and it agrees the session's key, so that whoever sees it
/// cannot speak for the device.
public struct LoginStatement: Sendable, Hashable {
    /// The address under which the device reached the relay.
    public let origin: String
    /// The relay's key.
    public let relayKey: P256PublicKey
    /// The relay's challenge, as its greeting gave it.
    public let challenge: [UInt8]
    /// When the challenge ends, in seconds since 1970, as the greeting gave it.
    public let expires: Int64
    /// The account.
    public let account: AccountID
    /// The device, which signs.
    public let device: DeviceID
    /// A key drawn for this login alone.
    public let ephemeralKey: P256PublicKey

    /// Answers a greeting.
    ///
    /// - Parameters:
    ///   - greeting: what the relay said of itself.
    ///   - origin: the address that the device used; not what the greeting claims.
    ///   - account: the account.
    ///   - device: the device that signs.
    ///   - ephemeralKey: the public half of a key drawn for this login alone.
    public init(
        answering greeting: RelayGreeting, at origin: String, account: AccountID,
        device: DeviceID, ephemeralKey: P256PublicKey
    ) {
        self.origin = origin
        relayKey = greeting.key
        challenge = greeting.challenge
        expires = greeting.expires
        self.account = account
        self.device = device
        self.ephemeralKey = ephemeralKey
    }

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(RelayFormat.version)
            writer.putVector(origin.utf8)
            writer.put(relayKey.bytes)
            writer.putVector(challenge)
            writer.put(expires)
            writer.put(account.bytes)
            writer.put(device.bytes)
            writer.put(ephemeralKey.bytes)
        }
    }

    /// Reads the statement.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Throws: ``WireError``.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        try RelayFormat.expectVersion(&reader)
        origin = try reader.text(atMost: RelayGreeting.originLimit, "origin")
        relayKey = try reader.publicKey("relay_key")
        challenge = try reader.vector(atMost: RelayGreeting.challengeLimit, "challenge")
        expires = Int64(bitPattern: try reader.number64("expires"))
        account = try reader.identifier(AccountID.self, "account")
        device = try reader.identifier(DeviceID.self, "device")
        ephemeralKey = try reader.publicKey("ephemeral_key")
        try reader.expectEnd("LoginStatement")
    }

    /// The key of the session that the statement begins.
    ///
    /// - Parameter shared: what the ephemeral key and the relay's key agree on.
    /// - Returns: 32 bytes.
    /// - Throws: ``CryptoError`` if the library failed.
    /// - Note: Standard: RFC 5869.
    public func sessionKey(_ shared: SecretBytes) throws(CryptoError) -> SecretBytes {
        try HKDFSHA256.derive(
            inputKeyMaterial: shared, salt: challenge,
            info: WireLabel.relaySession.bytes + SHA256.hash(bytes),
            count: SHA256.byteCount)
    }
}
