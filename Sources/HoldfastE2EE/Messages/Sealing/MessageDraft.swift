public import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// A message that a person has written: its name, what it says, and when.
///
/// It is kept until every device has it, since only from it the message can be wrapped again.
public struct MessageDraft: Sendable {
    /// The message's name in all its attempts.
    public let id: MessageID
    /// What it says, with its salt.
    public let body: MessageBody
    /// When it was written, by this device's clock.
    public let created: UnixTime

    /// Takes a draft that was kept.
    ///
    /// - Parameters:
    ///   - id: the message's name.
    ///   - body: what it says, with its salt.
    ///   - created: when it was written.
    public init(id: MessageID, body: MessageBody, created: UnixTime) {
        self.id = id
        self.body = body
        self.created = created
    }

    /// Begins a message.
    ///
    /// - Parameters:
    ///   - content: what the app sends, 0 to ``MessageBody/maximumContentByteCount`` bytes.
    ///   - created: this device's clock.
    ///   - random: draws name and salt.
    /// - Throws: ``SealError`` with `tooLong` or `crypto`.
    public init(
        _ content: SecretBytes, created: UnixTime, random: any SecureRandom
    ) throws(SealError) {
        let (salt, name) = try SealError.crypto { () throws(CryptoError) in
            (
                try random.secret(MessageBody.saltByteCount),
                try random.bytes(MessageID.byteCount)
            )
        }
        guard let id = MessageID(name) else {
            throw .crypto(CryptoError(.randomnessUnavailable, "Too few random bytes."))
        }
        self.id = id
        body = try SealError.wire { () throws(WireError) in try MessageBody(content, salt: salt) }
        self.created = created
    }
}
