import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// A device with its private keys, and the entries of a log that it signs.
struct BenchDevice {
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
