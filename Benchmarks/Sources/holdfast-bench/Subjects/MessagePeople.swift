import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// Accounts of several devices, with the keys of one of them, for messages.
struct MessagePeople {
    private let random = SystemRandom()
    private let signing: P256PrivateKey
    private let sender: DeviceRecord
    private let senderLog: DeviceLog
    /// The entries of all logs, as they are uploaded; the sender's is the first.
    private(set) var logs: [[SignedLogEntry]]
    private var contacts: [MessageRecipient] = []
    private var reader: (device: DeviceRecord, key: P256PrivateKey, log: DeviceLog)?
    private var readerSigning: P256PrivateKey?
    private let draft: MessageDraft

    /// Makes them.
    ///
    /// - Parameters:
    ///   - accounts: how many accounts get the message.
    ///   - devices: how many devices each of them has.
    ///   - grade: what the sender has claimed of each device.
    /// - Throws: if the library failed.
    init(accounts: Int, devices: Int, grade: SecrecyGrade = .identity) throws {
        let phone = try BenchDevice()
        (signing, sender) = (phone.signing, phone.record)
        let entry: SignedLogEntry
        (senderLog, entry) = try phone.account()
        logs = [[entry]]
        draft = try MessageDraft(
            SecretBytes(utf8: "Meet at 10, gate B"), created: UnixTime(seconds: 1_900_000_000),
            random: random)
        for _ in 0..<accounts {
            let first = try BenchDevice()
            var (log, entry) = try first.account()
            var (entries, members) = ([entry], [first])
            for _ in 1..<devices {
                let next = try BenchDevice()
                entry = try first.entry(adding: next, to: log)
                try log.append(entry)
                entries.append(entry)
                members.append(next)
            }
            logs.append(entries)
            var verifier = PrekeyVerifier()
            var prekeys: [DeviceID: VerifiedPrekey] = [:]
            for member in members where grade != .identity {
                prekeys[member.record.id] = try verifier.verify(
                    member.prekey(grade, in: log.account), of: member.record, in: log.account,
                    at: UnixTime(seconds: 1_900_000_000))
            }
            contacts.append(
                try MessageRecipient(
                    contact: ContactPin(firstContact: log), log: log, prekeys: prekeys,
                    policy: GradePolicy(consent: .thisMessage)))
            reader = (first.record, first.agreement, log)
            readerSigning = first.signing
        }
    }

    /// Seals a message for all, signs it, and writes what is uploaded.
    func seal() throws -> Envelope { try seal(draft, for: contacts) }

    /// Seals another text, under a name of its own.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - person: the number of the only one who gets it; nil for all.
    /// - Returns: what is uploaded.
    /// - Throws: if the library failed.
    func seal(_ text: String, for person: Int? = nil) throws -> Envelope {
        let draft = try MessageDraft(
            SecretBytes(utf8: text), created: UnixTime(seconds: 1_900_000_000), random: random)
        return try seal(draft, for: person.map { [contacts[$0]] } ?? contacts)
    }

    /// Who writes, and who reads, as they log in.
    var members: (writer: Member, reader: Member?) {
        (
            Member(account: senderLog.account, device: sender.id, key: signing),
            reader.flatMap { reader in
                readerSigning.map {
                    Member(account: reader.log.account, device: reader.device.id, key: $0)
                }
            }
        )
    }

    /// A device of an account, with the key that it signs with.
    struct Member {
        let account: AccountID
        let device: DeviceID
        private let key: P256PrivateKey

        init(account: AccountID, device: DeviceID, key: P256PrivateKey) {
            (self.account, self.device, self.key) = (account, device, key)
        }

        func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
            try key.signature(for: purpose.message(for: bytes)).withLowS
        }
    }

    private func seal(
        _ draft: MessageDraft, for recipients: [MessageRecipient]
    ) throws -> Envelope {
        let sealer = try MessageSealer(device: sender, log: senderLog)
        let unsigned = try sealer.seal(draft, counter: 1, for: recipients, random: random)
        let envelope = try unsigned.signed(
            signing.signature(for: unsigned.messageToSign), by: sender)
        guard envelope.bytes.count > 113 * recipients.count else {
            throw BenchFailure("a message was sealed for fewer devices")
        }
        return envelope
    }

    /// What opens a message for one of the devices.
    func opening() throws -> Opening {
        guard let reader else { throw BenchFailure("nobody reads") }
        let envelope = try seal()
        guard
            let part = envelope.deliveries().first(where: { $0.wrap.device == reader.device.id })
        else { throw BenchFailure("the reader has no wrap") }
        return Opening(
            opener: MessageOpener(device: reader.device, log: reader.log),
            bytes: DeliveredMessage(part, of: envelope.message).bytes, senderLog: senderLog,
            key: BenchAgreementKey(key: reader.key))
    }

    /// A message as one device gets it, and everything that opens it.
    struct Opening: Sendable {
        let opener: MessageOpener
        let bytes: [UInt8]
        let senderLog: DeviceLog
        let key: BenchAgreementKey

        /// Reads, checks and opens it.
        func open() async throws {
            let judged = try opener.judge(try MessageOpener.read(bytes), senderLog: senderLog)
            let opened = try await opener.open(judged, prekey: nil, key: key)
            guard opened.completeness == .complete, opened.body.content.count == 18 else {
                throw BenchFailure("a message was opened as something else")
            }
        }
    }
}

/// A key for agreement in memory.
struct BenchAgreementKey: AgreementKey {
    let key: P256PrivateKey
    var publicKey: P256PublicKey { key.publicKey }

    func sharedSecret(with peer: P256PublicKey) async throws(IdentityKeyError) -> SecretBytes {
        do throws(CryptoError) {
            return try key.sharedSecret(with: peer)
        } catch {
            throw .crypto(error)
        }
    }
}
