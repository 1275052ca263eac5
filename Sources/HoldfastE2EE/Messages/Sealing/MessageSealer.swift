import HoldfastCore
public import HoldfastCrypto
public import HoldfastWire

/// Seals messages as one device: a body under a fresh key, and that key wrapped for every device of
/// every recipient and for the sender's own other devices.
///
/// It has no state that a restored database could roll back, and does no input or output. What it
/// gives is to be signed by the device's key, which may be hardware.
public struct MessageSealer: Sendable {
    private let log: DeviceLog
    private let device: DeviceRecord

    /// Takes the device that sends.
    ///
    /// - Parameters:
    ///   - device: what the account says of this device.
    ///   - log: the account's log, verified.
    /// - Throws: ``SealError/senderNotInAccount`` if the device is none of the account's now.
    public init(device: DeviceRecord, log: DeviceLog) throws(SealError) {
        guard let member = log.facts.members[device.id], member.isActive,
            member.record == device, !device.isRecoveryRecipient
        else { throw .senderNotInAccount }
        self.device = device
        self.log = log
    }

    /// Seals a message for all devices of its recipients, the sender's own other ones included.
    ///
    /// - Parameters:
    ///   - draft: the message.
    ///   - attempt: 0, or one more than for the message's envelope before; each attempt has a fresh
    ///     key.
    ///   - counter: one more than for the device's envelope before; used for nothing else.
    ///   - contacts: the accounts that it goes to; several, in any order, none twice.
    ///   - own: the prekeys of the sender's other devices, and which grades their wraps may have.
    ///   - random: gives the keys.
    /// - Returns: the envelope, to be signed.
    /// - Throws: ``SealError``; with `gradeTooLow` no key was used.
    public func seal(
        _ draft: MessageDraft, attempt: UInt16 = 0, counter: UInt64,
        for contacts: [MessageRecipient], own: MessageRecipient? = nil, random: any SecureRandom
    ) throws(SealError) -> UnsignedEnvelope {
        let own = own ?? MessageRecipient(own: log, prekeys: [:])
        guard own.log.account == log.account else { throw .otherLog(log.account) }
        let groups = ([own] + contacts.filter { $0.log.account != log.account }).map { recipient in
            WrapGroup(
                recipient,
                devices: recipient.log.facts.activeDevices.filter { $0.id != device.id })
        }
        return try seal(draft, attempt, counter, groups, random)
    }

    /// Seals a message again, for one device that could not open it or is new in its place.
    ///
    /// - Parameters:
    ///   - draft: the message.
    ///   - attempt: one more than for the message's envelope before.
    ///   - counter: one more than for the device's envelope before.
    ///   - target: the device, as ``OutboxPlanner`` permitted it.
    ///   - recipient: its account, with a prekey of at least the target's grade.
    ///   - random: gives the keys.
    /// - Returns: the envelope, to be signed.
    /// - Throws: ``SealError``.
    public func sealAgain(
        _ draft: MessageDraft, attempt: UInt16, counter: UInt64, for target: RewrapTarget,
        of recipient: MessageRecipient, random: any SecureRandom
    ) throws(SealError) -> UnsignedEnvelope {
        guard recipient.log.account == target.account,
            recipient.log.facts.members[target.device.id]?.isActive == true
        else { throw .noRecipients }
        let grade = recipient.grade(of: target.device.id)
        guard grade >= target.lowest else { throw .gradeTooLow([target.device.id: grade]) }
        let group = WrapGroup(recipient, devices: [target.device])
        return try seal(draft, attempt, counter, [group], random)
    }

    private func seal(
        _ draft: MessageDraft, _ attempt: UInt16, _ counter: UInt64, _ groups: [WrapGroup],
        _ random: any SecureRandom
    ) throws(SealError) -> UnsignedEnvelope {
        let groups = groups.filter { !$0.devices.isEmpty }
        guard !groups.isEmpty else { throw .noRecipients }
        let tooLow = groups.reduce(into: [:]) { $0.merge($1.refused) { first, _ in first } }
        guard tooLow.isEmpty else { throw .gradeTooLow(tooLow) }
        let contentKey = try SealError.crypto { () throws(CryptoError) in
            try random.secret(BodySealer.contentKeyByteCount)
        }
        let context = WrapContext(
            message: draft.id, attempt: attempt, account: log.account, device: device.id)
        var accounts: [AccountWraps] = []
        for group in groups.sorted(by: { $0.account < $1.account }) {
            accounts.append(try group.wraps(contentKey, context, random))
        }
        let recipients = try SealError.wire { () throws(WireError) in
            try RecipientList(accounts)
        }
        return try close(draft, attempt, counter, recipients, contentKey)
    }

    /// Makes header and body; the content key is used for nothing after this.
    private func close(
        _ draft: MessageDraft, _ attempt: UInt16, _ counter: UInt64,
        _ recipients: RecipientList, _ contentKey: SecretBytes
    ) throws(SealError) -> UnsignedEnvelope {
        let info = MessageHeader.bodyInfo(
            message: draft.id, attempt: attempt, account: log.account, device: device.id)
        let sealer = try SealError.crypto { () throws(CryptoError) in
            try BodySealer(contentKey: contentKey, info: info)
        }
        let (padded, commitment) = (draft.body.padded(), sealer.commitment)
        let header = try SealError.wire { () throws(WireError) in
            try MessageHeader(
                message: draft.id, attempt: attempt,
                sender: MessageSender(
                    account: log.account, record: device, head: log.head, counter: counter),
                created: draft.created.seconds, content: draft.body.contentID,
                recipients: recipients, commitment: commitment, bodyByteCount: padded.count)
        }
        let body: [UInt8]
        do throws(CryptoError) {
            body = try sealer.seal(padded, headerHash: SHA256.hash(header.bytes))
        } catch {
            throw .crypto(error)
        }
        return UnsignedEnvelope(header: header, recipients: recipients, body: body)
    }
}
