/// A message as its sender uploads it: with the wraps of all recipients.
///
/// A server takes it apart with no key at all: every device gets the message, its own wrap, and the
/// hashes by which it sees that the wrap and its account's devices are those that the sender signed.
public struct Envelope: Sendable {
    /// Most accounts that one envelope can be for.
    public static let accountLimit = 1024
    /// Most devices that one envelope can be for.
    public static let wrapLimit = 8192

    /// The accounts with their wraps.
    public let recipients: RecipientList
    /// What all of them get.
    public let message: SealedMessage

    /// Puts an envelope together.
    ///
    /// - Parameters:
    ///   - message: what all recipients get.
    ///   - recipients: the accounts with their wraps.
    /// - Throws: ``MessageFault`` with `wrongAccounts` or `wrongWraps` for recipients that are not
    ///   those that the header stands for.
    public init(_ message: SealedMessage, for recipients: RecipientList) throws(MessageFault) {
        let header = message.header
        guard header.accountCount == recipients.accounts.count,
            header.accountsRoot == recipients.accountTree.root
        else { throw MessageFault(.wrongAccounts) }
        guard header.wrapCount == recipients.wrapCount,
            header.wrapsRoot == recipients.wrapTree.root
        else { throw MessageFault(.wrongWraps) }
        self.message = message
        self.recipients = recipients
    }
}

extension Envelope {
    private static let recipientByteLimit =
        accountLimit * AccountWraps.fixedByteLimit + wrapLimit * Wrap.byteLimit

    /// The envelope as it is uploaded.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(of: recipients.accounts) { $1.write(to: &$0) }
            message.write(to: &writer)
        }
    }

    /// Reads an envelope and checks everything that takes no key.
    ///
    /// That is the order, the lengths, and that the recipients are those that the header stands for.
    /// The signature is ``SealedMessage/check(sender:)``'s.
    ///
    /// - Parameter bytes: what ``bytes`` gives.
    /// - Returns: the envelope.
    /// - Throws: ``EnvelopeError``.
    public static func decode(_ bytes: [UInt8]) throws(EnvelopeError) -> Envelope {
        let (recipients, message) = try EnvelopeError.wire { () throws(WireError) in
            var reader = WireReader(bytes)
            let accounts = try reader.vector(atMost: recipientByteLimit, "accounts") {
                (reader) throws(WireError) in try AccountWraps(from: &reader)
            }
            let recipients = try RecipientList(accounts)
            let message = try SealedMessage(from: &reader)
            try reader.expectEnd("Envelope")
            return (recipients, message)
        }
        return try EnvelopeError.fault { () throws(MessageFault) in
            try Envelope(message, for: recipients)
        }
    }
}
