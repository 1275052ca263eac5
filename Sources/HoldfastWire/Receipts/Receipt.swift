/// Says that a device got a message and cannot open it, and why, so that the sender wraps it again.
public struct Receipt: Sendable, Hashable {
    /// Why the message cannot be opened; the list is closed.
    public enum Reason: UInt8, Sendable, CaseIterable {
        /// The device has no such prekey and never had, as far as it knows.
        case prekeyUnknown = 1
        /// The device has used the prekey for another message, or has given it up with its time.
        case prekeyGone = 2
        /// The wrap does not open with the device's keys.
        case wrapDamaged = 3
        /// The wrap opens, and its key is not the one that the header commits to.
        case notCommitted = 4
        /// The body does not open with its key, or is not what the header says.
        case bodyDamaged = 5
    }

    /// The account of the device that says so.
    public let account: AccountID
    /// The device that says so, and signs.
    public let device: DeviceID
    /// The newest place of its account's log that the device knows.
    public let head: LogHead
    /// The account of the message's sender.
    public let senderAccount: AccountID
    /// The device that sent the message.
    public let sender: DeviceID
    /// The message.
    public let message: MessageID
    /// The envelope's attempt.
    public let attempt: UInt16
    /// Why it cannot be opened.
    public let reason: Reason
    /// When the device says so, in seconds since 1970.
    public let created: Int64

    /// Makes a receipt.
    ///
    /// - Parameters:
    ///   - header: the message's header, whose signature was verified.
    ///   - account: the account of the device that says so.
    ///   - device: the device that says so.
    ///   - head: the newest place of its account's log that it knows.
    ///   - reason: why the message cannot be opened.
    ///   - created: seconds since 1970.
    public init(
        for header: MessageHeader, account: AccountID, device: DeviceID, head: LogHead,
        reason: Reason, created: Int64
    ) {
        self.init(
            account: account, device: device, head: head, senderAccount: header.sender.account,
            sender: header.sender.device, message: header.message, attempt: header.attempt,
            reason: reason, created: created)
    }

    init(
        account: AccountID, device: DeviceID, head: LogHead, senderAccount: AccountID,
        sender: DeviceID, message: MessageID, attempt: UInt16, reason: Reason, created: Int64
    ) {
        self.account = account
        self.device = device
        self.head = head
        self.senderAccount = senderAccount
        self.sender = sender
        self.message = message
        self.attempt = attempt
        self.reason = reason
        self.created = created
    }
}

extension Receipt {
    /// The version of this encoding.
    static let version: UInt16 = 1
    /// Number of bytes of a receipt.
    static let byteCount = 197

    /// The bytes that are signed.
    public var bytes: [UInt8] {
        WireWriter.encode { writer in
            writer.put(Self.version)
            writer.put(account.bytes)
            writer.put(device.bytes)
            head.write(to: &writer)
            writer.put(senderAccount.bytes)
            writer.put(sender.bytes)
            writer.put(message.bytes)
            writer.put(attempt)
            writer.put(reason.rawValue)
            writer.put(created)
        }
    }

    /// Reads a receipt.
    ///
    /// - Parameter bytes: the bytes that were signed.
    /// - Throws: ``WireError``; `newerVersion` for a version or a reason that is not known here.
    public init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.number16("version") == Self.version else {
            throw WireError(.newerVersion, in: "version")
        }
        let account = try reader.identifier(AccountID.self, "account")
        let device = try reader.identifier(DeviceID.self, "device")
        let head = try LogHead(from: &reader, "head")
        let senderAccount = try reader.identifier(AccountID.self, "sender_account")
        let sender = try reader.identifier(DeviceID.self, "sender_device")
        let message = try reader.message("message")
        let attempt = try reader.number16("attempt")
        guard let reason = Reason(rawValue: try reader.byte("reason")) else {
            throw WireError(.newerVersion, in: "reason")
        }
        let created = Int64(bitPattern: try reader.number64("created"))
        try reader.expectEnd("Receipt")
        self.init(
            account: account, device: device, head: head, senderAccount: senderAccount,
            sender: sender, message: message, attempt: attempt, reason: reason, created: created)
    }
}
