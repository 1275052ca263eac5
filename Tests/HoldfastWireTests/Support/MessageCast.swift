import HoldfastCrypto

@testable import HoldfastWire

/// Who sends and gets the messages of the vectors.
///
/// The wraps hold no keys: nothing here opens them.
struct MessageCast {
    let sender: TestDevice
    let other: TestDevice
    let account: AccountID
    let head: LogHead
    let message: MessageID
    private let contact: AccountID
    private let random = SystemRandom()

    init() throws {
        sender = try TestDevice("phone")
        other = try TestDevice("laptop")
        let own = try TestAccount(sender)
        account = own.log.account
        head = own.log.head
        contact = try TestAccount(other).log.account
        guard let message = MessageID(try random.bytes(16)) else {
            throw WireError(.truncated, in: "message")
        }
        self.message = message
    }

    /// An envelope for two accounts of two devices; for one device alone; or for one account of many.
    func envelope(only one: Int? = nil, wide: Int? = nil) throws -> Envelope {
        var groups: [AccountWraps] = []
        if let one {
            groups = [try wraps(contact, one)]
        } else {
            groups = [try wraps(account, 2), try wraps(contact, wide ?? 2)]
        }
        return try envelope(to: groups.sorted { $0.account < $1.account })
    }

    func wraps(_ account: AccountID, _ count: Int) throws -> AccountWraps {
        let wraps = try (0..<count).map { index in
            let device = DeviceID(signingKey: try P256PrivateKey(random: random).publicKey)
            let prekey = PrekeyID(key: other.signing.publicKey)
            let keys: [Wrap.Key] = [.oneTime(prekey), .signed(prekey), .identity]
            let key = count == 2 ? keys[1] : keys[index % 3]
            return try Wrap(
                device: device, key: key,
                sealed: random.bytes(Wrap.sealedByteCount(key.grade)))
        }
        return try AccountWraps(
            account: account, head: head, wraps: wraps.sorted { $0.device < $1.device })
    }

    private func envelope(to groups: [AccountWraps]) throws -> Envelope {
        let recipients = try RecipientList(groups)
        let body = try MessageBody(SecretBytes(utf8: "text"), salt: random.secret(32))
        let header = try MessageHeader(
            message: message, attempt: 0,
            sender: MessageSender(
                account: account, record: sender.record, head: head, counter: 7),
            created: 1_900_000_000, content: body.contentID, recipients: recipients,
            commitment: random.bytes(32), bodyByteCount: body.padded().count)
        let sealed = try random.bytes(BodySealer.sealedByteCount(of: header.bodyByteCount))
        let signature = try sender.sign(
            SealedMessage.signedBytes(of: header, body: sealed), .message)
        return try Envelope(
            SealedMessage(header, signature: signature, body: sealed), for: recipients)
    }

    /// An envelope whose header is whatever bytes, signed.
    func raw(header: [UInt8], _ envelope: Envelope) throws -> [UInt8] {
        let body = envelope.message.body
        let signature = try sender.sign(header + SHA256.hash(body), .message)
        return WireWriter.encode { writer in
            writer.putVector(of: envelope.recipients.accounts) { $1.write(to: &$0) }
            writer.putVector(header)
            writer.put(signature.bytes)
            writer.putVector(body)
        }
    }

    /// An envelope whose accounts are whatever bytes.
    func raw(accounts: [[UInt8]], _ envelope: Envelope) -> [UInt8] {
        WireWriter.encode { writer in
            writer.putVector(accounts.flatMap { $0 })
            envelope.message.write(to: &writer)
        }
    }

    func upload(_ grade: SecrecyGrade, count: Int) throws -> PrekeyUpload {
        let keys = try (0..<count).map { _ in try P256PrivateKey(random: random).publicKey }
        let batch = try PrekeyBatch(
            account: account, device: sender.id, grade: grade, notBefore: 1_900_000_000,
            notAfter: 1_900_604_800, keys: keys)
        return try PrekeyUpload(
            SignedPrekeyBatch(batch, signature: sender.sign(batch.bytes, .prekeys)), keys: keys)
    }

    /// A receipt of the sender's device, signed by a device.
    func receipt(by device: TestDevice) throws -> SignedReceipt {
        let receipt = Receipt(
            account: account, device: sender.id, head: head, senderAccount: contact,
            sender: other.id, message: message, attempt: 1, reason: .prekeyGone,
            created: 1_900_000_000)
        return SignedReceipt(receipt, signature: try device.sign(receipt.bytes, .receipt))
    }
}

extension TestDevice {
    /// A signature of the device's key over a structure.
    func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
        try signing.signature(for: purpose.message(for: bytes)).withLowS
    }
}
