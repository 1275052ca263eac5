import HoldfastCrypto
import HoldfastWire

/// Envelopes as a relay sees them: it cannot tell sealed bytes from others.
enum TestMessage {
    /// An envelope for all devices of some accounts but the sender's own.
    static func envelope(
        from device: TestDevice, of own: TestAccount, to accounts: [TestAccount],
        id: MessageID? = nil, attempt: UInt16 = 0, counter: UInt64 = 1, byteCount: Int = 300,
        devices: (TestAccount) -> [DeviceID] = { $0.deviceIDs }
    ) throws -> Envelope {
        let random = SystemRandom()
        let lists = try accounts.map { account in
            try AccountWraps(
                account: account.id, head: account.head,
                wraps: devices(account).filter { $0 != device.id }.map {
                    try Wrap(
                        device: $0, key: .identity,
                        sealed: random.bytes(Wrap.sealedByteCount(.identity)))
                })
        }
        let recipients = try RecipientList(lists.sorted { $0.account < $1.account })
        guard let message = try id ?? MessageID(random.bytes(16)),
            let content = ContentID(try random.bytes(32)),
            let padded = PaddedLength.padded(byteCount)
        else { throw WireError(.invalidValue, in: "message") }
        let header = try MessageHeader(
            message: message, attempt: attempt,
            sender: MessageSender(
                account: own.id, record: device.record, head: own.head, counter: counter),
            created: 1_800_000_000, content: content, recipients: recipients,
            commitment: random.bytes(32), bodyByteCount: padded)
        let body = try random.bytes(BodySealer.sealedByteCount(of: padded))
        let signature = try device.sign(
            SealedMessage.signedBytes(of: header, body: body), .message)
        return try Envelope(
            SealedMessage(header, signature: signature, body: body), for: recipients)
    }

    /// A real message: its content sealed under a key, and the key for each device.
    static func sealed(
        _ content: [UInt8], key: SecretBytes, from device: TestDevice, of own: TestAccount,
        to targets: [(account: TestAccount, device: TestDevice)]
    ) throws -> Envelope {
        let random = SystemRandom()
        let content = try MessageBody(
            SecretBytes(content), salt: random.secret(MessageBody.saltByteCount))
        guard let message = MessageID(try random.bytes(16)) else {
            throw WireError(.invalidValue, in: "message")
        }
        let context = WrapContext(
            message: message, attempt: 0, account: own.id, device: device.id)
        let lists = try targets.map { target in
            let hash = context.hash(
                account: target.account.id, device: target.device.id,
                record: RecordHash(target.device.record), key: .identity)
            let sealed = try HPKE.seal(
                key, to: target.device.agreement.publicKey, suite: .p256AES256GCM,
                info: WireLabel.wrap.bytes + hash, associatedData: [], random: random)
            return try AccountWraps(
                account: target.account.id, head: target.account.head,
                wraps: [Wrap(device: target.device.id, key: .identity, sealed: sealed)])
        }
        let recipients = try RecipientList(lists.sorted { $0.account < $1.account })
        let sealer = try BodySealer(
            contentKey: key,
            info: MessageHeader.bodyInfo(
                message: message, attempt: 0, account: own.id, device: device.id))
        let padded = content.padded()
        let header = try MessageHeader(
            message: message, attempt: 0,
            sender: MessageSender(
                account: own.id, record: device.record, head: own.head, counter: 1),
            created: 1_800_000_000, content: content.contentID, recipients: recipients,
            commitment: sealer.commitment, bodyByteCount: padded.count)
        let body = try sealer.seal(padded, headerHash: SHA256.hash(header.bytes))
        let signature = try device.sign(
            SealedMessage.signedBytes(of: header, body: body), .message)
        return try Envelope(
            SealedMessage(header, signature: signature, body: body), for: recipients)
    }
}
