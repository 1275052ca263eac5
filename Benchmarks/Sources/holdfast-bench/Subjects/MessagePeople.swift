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
    private var contacts: [MessageRecipient] = []
    private var reader: (device: DeviceRecord, key: P256PrivateKey, log: DeviceLog)?
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
        senderLog = try phone.account().log
        draft = try MessageDraft(
            SecretBytes(utf8: "Meet at 10, gate B"), created: UnixTime(seconds: 1_900_000_000),
            random: random)
        for _ in 0..<accounts {
            let first = try BenchDevice()
            var (log, members) = (try first.account().log, [first])
            for _ in 1..<devices {
                let next = try BenchDevice()
                try log.append(first.entry(adding: next, to: log))
                members.append(next)
            }
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
        }
    }

    /// Seals a message for all, signs it, and writes what is uploaded.
    func seal() throws -> Envelope {
        let sealer = try MessageSealer(device: sender, log: senderLog)
        let unsigned = try sealer.seal(draft, counter: 1, for: contacts, random: random)
        let envelope = try unsigned.signed(
            signing.signature(for: unsigned.messageToSign), by: sender)
        guard envelope.bytes.count > 113 * contacts.count else {
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

/// A device with its private keys.
private struct BenchDevice {
    let signing: P256PrivateKey
    let agreement: P256PrivateKey
    let record: DeviceRecord

    init() throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        agreement = try P256PrivateKey(random: random)
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw BenchFailure("too few random bytes")
        }
        record = try DeviceRecord(
            slot: slot, name: "device", signingKey: signing.publicKey, signingGrade: .software,
            agreementKey: agreement.publicKey, agreementGrade: .software, presenceKey: nil)
    }

    func account() throws -> (log: DeviceLog, entry: SignedLogEntry) {
        let entry = LogEntry(genesis: record, recovery: nil, created: 1_900_000_000)
        let signed = SignedLogEntry(
            entry, signature: try sign(entry.bytes, .logEntry))
        return (try DeviceLog(genesis: signed), signed)
    }

    func entry(adding device: BenchDevice, to log: DeviceLog) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: log.account, created: 1_900_000_000,
            author: .device(record.id), action: .add(device.record))
        return SignedLogEntry(
            entry, signature: try sign(entry.bytes, .logEntry),
            witnesses: [.newcomer: try device.sign(entry.bytes, .logConsent)])
    }

    func prekey(_ grade: SecrecyGrade, in account: AccountID) throws -> Prekey {
        let count = grade == .oneTime ? 100 : 1
        let keys = try (0..<count).map { _ in try P256PrivateKey(random: SystemRandom()).publicKey }
        let batch = try PrekeyBatch(
            account: account, device: record.id, grade: grade, notBefore: 1_900_000_000,
            notAfter: 1_902_000_000, keys: keys)
        let upload = try PrekeyUpload(
            SignedPrekeyBatch(batch, signature: sign(batch.bytes, .prekeys)), keys: keys)
        return upload.prekeys()[count / 2]
    }

    private func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
        try signing.signature(for: purpose.message(for: bytes)).withLowS
    }
}
