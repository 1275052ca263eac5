/// What a message says of itself, in the clear and signed; it has always the same length.
///
/// It names the device that sends, what that device knew of the two accounts, and by a hash each
/// everything that a recipient gets: the accounts with their device sets, the wraps, the key of the
/// body and its length. What a relay learns from it, it must know to deliver.
public struct MessageHeader: Sendable, Hashable {
    /// The message's name, the same in all attempts.
    public let message: MessageID
    /// 0 for the first envelope of the message, one more each time that it is wrapped again.
    public let attempt: UInt16
    /// Who sends.
    public let sender: MessageSender
    /// When the sender says that it was sent, in seconds since 1970; nothing is decided by it.
    public let created: Int64
    /// What the message says, by a hash.
    public let content: ContentID
    /// How many accounts get the message; 1 to ``Envelope/accountLimit``.
    public let accountCount: Int
    /// The hash over the accounts with their device sets, in order.
    public let accountsRoot: [UInt8]
    /// How many devices get the message; 1 to ``Envelope/wrapLimit``.
    public let wrapCount: Int
    /// The hash over the wraps, in order.
    public let wrapsRoot: [UInt8]
    /// What the body's key commits to, 32 bytes.
    public let commitment: [UInt8]
    /// Number of bytes of the body before it is sealed; one that ``PaddedLength`` gives.
    public let bodyByteCount: Int

    /// Makes a header.
    ///
    /// - Parameters:
    ///   - message: the message's name.
    ///   - attempt: 0 for the first envelope of the message.
    ///   - sender: who sends.
    ///   - created: seconds since 1970.
    ///   - content: what the message says.
    ///   - recipients: the accounts and their wraps, in order.
    ///   - commitment: what the body's key commits to.
    ///   - bodyByteCount: the length of the padded body.
    /// - Throws: ``WireError`` with `invalidValue` for a commitment of another length than 32 and a
    ///   body's length that padding does not give; with `tooLong` for too many recipients.
    public init(
        message: MessageID, attempt: UInt16, sender: MessageSender, created: Int64,
        content: ContentID, recipients: RecipientList, commitment: [UInt8], bodyByteCount: Int
    ) throws(WireError) {
        try self.init(
            message: message, attempt: attempt, sender: sender, created: created,
            content: content, accountCount: recipients.accounts.count,
            accountsRoot: recipients.accountTree.root, wrapCount: recipients.wrapCount,
            wrapsRoot: recipients.wrapTree.root, commitment: commitment,
            bodyByteCount: bodyByteCount)
    }

    /// Takes the parts, and checks what is checked of each alone.
    init(
        message: MessageID, attempt: UInt16, sender: MessageSender, created: Int64,
        content: ContentID, accountCount: Int, accountsRoot: [UInt8], wrapCount: Int,
        wrapsRoot: [UInt8], commitment: [UInt8], bodyByteCount: Int
    ) throws(WireError) {
        guard (1...Envelope.accountLimit).contains(accountCount) else {
            throw WireError(.invalidValue, in: "account_count")
        }
        guard (accountCount...Envelope.wrapLimit).contains(wrapCount) else {
            throw WireError(.invalidValue, in: "wrap_count")
        }
        guard commitment.count == Self.hashByteCount else {
            throw WireError(.invalidValue, in: "commitment")
        }
        guard PaddedLength.isPadded(bodyByteCount) else {
            throw WireError(.invalidValue, in: "body_length")
        }
        self.message = message
        self.attempt = attempt
        self.sender = sender
        self.created = created
        self.content = content
        self.accountCount = accountCount
        self.accountsRoot = accountsRoot
        self.wrapCount = wrapCount
        self.wrapsRoot = wrapsRoot
        self.commitment = commitment
        self.bodyByteCount = bodyByteCount
    }

    static let hashByteCount = 32
}

/// Who sends a message: the device, and what it knew of its own account.
public struct MessageSender: Sendable, Hashable {
    /// The sender's account.
    public let account: AccountID
    /// The device that signs.
    public let device: DeviceID
    /// What the account says of the device.
    public let record: RecordHash
    /// The newest place of the account's log that the device knew.
    public let head: LogHead
    /// The device's counter of messages; a message's envelopes have one each, none used twice.
    public let counter: UInt64

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - account: the sender's account.
    ///   - record: what the account says of the device that signs.
    ///   - head: the newest place of the account's log that the device knows.
    ///   - counter: one more than for the device's envelope before.
    public init(account: AccountID, record: DeviceRecord, head: LogHead, counter: UInt64) {
        self.init(
            account: account, device: record.id, record: RecordHash(record), head: head,
            counter: counter)
    }

    init(
        account: AccountID, device: DeviceID, record: RecordHash, head: LogHead, counter: UInt64
    ) {
        self.account = account
        self.device = device
        self.record = record
        self.head = head
        self.counter = counter
    }
}
