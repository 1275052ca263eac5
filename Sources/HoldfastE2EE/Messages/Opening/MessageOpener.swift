import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// Opens messages as one device.
///
/// The order of its checks is part of what it promises: signature, recipient, set and wrap, the
/// sender's standing; then the wrap is opened, the commitment checked, and only then the body. It
/// keeps no state: who was told a message before is the history's to know.
public struct MessageOpener: Sendable {
    private let account: AccountID
    private let device: DeviceRecord
    private let record: RecordHash
    private let completeness: CompletenessJudge

    /// Takes the device that opens.
    ///
    /// - Parameters:
    ///   - device: what the account says of this device.
    ///   - log: the account's log, verified; make another opener when it has grown.
    public init(device: DeviceRecord, log: DeviceLog) {
        self.device = device
        account = log.account
        record = RecordHash(device)
        completeness = CompletenessJudge(log)
    }

    /// Reads a message.
    ///
    /// - Parameter bytes: what the server gave.
    /// - Returns: the message, not checked.
    /// - Throws: ``OpenFailure`` with `malformed`.
    public static func read(_ bytes: [UInt8]) throws(OpenFailure) -> DeliveredMessage {
        do throws(WireError) {
            return try DeliveredMessage(bytes)
        } catch {
            throw .malformed(error)
        }
    }

    /// Checks everything about a message that takes no secret.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - log: the log of the account that the message names as its sender's, verified.
    /// - Returns: the message with what was found.
    /// - Throws: ``OpenFailure``.
    public func judge(
        _ message: DeliveredMessage, senderLog log: DeviceLog
    ) throws(OpenFailure) -> JudgedMessage {
        let sender = message.message.header.sender
        let member = try Self.member(sender, in: log)
        // Before anything is believed that the header says, the sender's place in its log included.
        try Self.faults { () throws(MessageFault) in
            try message.message.check(sender: member.record)
        }
        try Self.checkPlace(sender, in: log)
        let delivery = message.delivery
        guard delivery.recipient.account == account, delivery.wrap.device == device.id else {
            throw .otherRecipient
        }
        try Self.faults { () throws(MessageFault) in
            try delivery.check(under: message.message.header)
        }
        let standing = try SenderStanding.judge(member, sender)
        let completeness = try Self.faults { () throws(MessageFault) in
            try self.completeness.judge(delivery, message.message.header)
        }
        return JudgedMessage(message, standing: standing, completeness: completeness)
    }

    /// Opens a message that was judged.
    ///
    /// - Parameters:
    ///   - judged: the message.
    ///   - prekey: the private half of the prekey that the wrap names; `nil` for grade C.
    ///   - key: the device's key for agreement; it is asked once.
    /// - Returns: the message with its content. It is not in the history yet, and the prekey is not
    ///   used up before it is.
    /// - Throws: ``OpenFailure`` with `cannotOpen`, `key` or `crypto`.
    public func open<Key: AgreementKey>(
        _ judged: JudgedMessage, prekey: P256PrivateKey?, key: Key
    ) async throws(OpenFailure) -> OpenedMessage where Key.AgreementFailure == IdentityKeyError {
        let wrap = judged.message.delivery.wrap
        if let id = wrap.key.prekey {
            guard let prekey, PrekeyID(key: prekey.publicKey) == id else {
                throw .cannotOpen(.prekeyUnknown)
            }
        }
        let context = WrapContext(judged.header).hash(
            account: account, device: device.id, record: record, key: wrap.key)
        let contentKey: SecretBytes
        do throws(HPKEFailure<IdentityKeyError>) {
            contentKey = try await WrapCipher.open(
                wrap, key: key, prekey: prekey, context: context)
        } catch {
            throw OpenFailure(error)
        }
        return OpenedMessage(judged, body: try Self.openBody(judged.message.message, contentKey))
    }

    /// The commitment is checked before any byte of the body is opened.
    private static func openBody(
        _ message: SealedMessage, _ contentKey: SecretBytes
    ) throws(OpenFailure) -> MessageBody {
        let header = message.header
        // Who wraps a key of another length would learn from an error which device could open it.
        guard contentKey.count == BodySealer.contentKeyByteCount else {
            throw .cannotOpen(.wrapDamaged)
        }
        let opener = try reason(.notCommitted) { () throws(CryptoError) in
            try BodyOpener(
                contentKey: contentKey, info: header.bodyInfo, commitment: header.commitment)
        }
        let padded = try reason(.bodyDamaged) { () throws(CryptoError) in
            try opener.open(message.body, headerHash: message.headerHash)
        }
        let body: MessageBody
        do throws(WireError) {
            body = try MessageBody(padded: padded)
        } catch {
            throw .cannotOpen(.bodyDamaged)
        }
        guard body.contentID == header.content else { throw .cannotOpen(.bodyDamaged) }
        return body
    }

    private static func member(
        _ sender: MessageSender, in log: DeviceLog
    ) throws(OpenFailure) -> LogMember {
        guard log.account == sender.account else { throw .logNeeded(sender.account, sender.head) }
        if let member = log.facts.members[sender.device] { return member }
        guard log.relation(to: sender.head) != .newer else {
            throw .logNeeded(sender.account, sender.head)
        }
        throw .unknownSender(sender.device)
    }

    private static func checkPlace(
        _ sender: MessageSender, in log: DeviceLog
    ) throws(OpenFailure) {
        switch log.relation(to: sender.head) {
        case .same, .older: return
        case .newer: throw .logNeeded(sender.account, sender.head)
        case .forked: throw .forkedLog(sender.account, at: sender.head.sequence)
        }
    }

    private static func faults<Value>(
        _ body: () throws(MessageFault) -> Value
    ) throws(OpenFailure) -> Value {
        do throws(MessageFault) {
            return try body()
        } catch {
            throw .fault(error)
        }
    }

    private static func reason<Value>(
        _ reason: Receipt.Reason, _ body: () throws(CryptoError) -> Value
    ) throws(OpenFailure) -> Value {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw error.isOfInput ? .cannotOpen(reason) : .crypto(error)
        }
    }
}

extension OpenFailure {
    /// The failure that opening a wrap comes to.
    init(_ failure: HPKEFailure<IdentityKeyError>) {
        switch failure {
        case .key(let error): self = .key(error)
        case .crypto(let error):
            self = error.isOfInput ? .cannotOpen(.wrapDamaged) : .crypto(error)
        }
    }
}

extension CryptoError {
    /// Whether the bytes are to blame, and not the library.
    fileprivate var isOfInput: Bool {
        switch reason {
        case .authenticationFailed, .invalidLength, .invalidParameter: true
        case .limitReached, .outOfMemory, .randomnessUnavailable, .libraryFailure: false
        }
    }
}
