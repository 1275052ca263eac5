import HoldfastCrypto
import HoldfastWire

/// A device with its private keys.
struct TestDevice {
    let signing: P256PrivateKey
    let agreement: P256PrivateKey
    let record: DeviceRecord

    init(_ name: String, slot: SlotID? = nil) throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        agreement = try P256PrivateKey(random: random)
        guard let drawn = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw WireError(.truncated, in: "slot")
        }
        record = try DeviceRecord(
            slot: slot ?? drawn, name: name, signingKey: signing.publicKey,
            signingGrade: .software, agreementKey: agreement.publicKey,
            agreementGrade: .software, presenceKey: nil)
    }

    var id: DeviceID { record.id }

    func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
        try signing.signature(for: purpose.message(for: bytes))
    }
}

/// An account as its devices see it.
struct TestAccount {
    private(set) var log: DeviceLog
    private(set) var entries: [SignedLogEntry]

    init(_ device: TestDevice, recovery: P256PrivateKey? = nil) throws {
        let entry = LogEntry(
            genesis: device.record, recovery: recovery?.publicKey, created: 1_800_000_000)
        let signed = SignedLogEntry(
            entry, signature: try device.sign(entry.bytes, .logEntry))
        log = try DeviceLog(genesis: signed)
        entries = [signed]
    }

    var id: AccountID { log.account }
    var head: LogHead { log.head }
    var deviceIDs: [DeviceID] { log.facts.activeDevices.map(\.id) }

    func entry(
        _ action: LogAction, by author: TestDevice, newcomer: TestDevice? = nil
    ) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: id, created: 1_800_000_000, author: .device(author.id),
            action: action)
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        witnesses[.newcomer] = try newcomer?.sign(entry.bytes, .logConsent)
        return SignedLogEntry(
            entry, signature: try author.sign(entry.bytes, .logEntry), witnesses: witnesses)
    }

    func entry(
        _ action: LogAction, by recovery: P256PrivateKey, newcomer: TestDevice
    ) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: id, created: 1_800_000_000, author: .recovery, action: action)
        return SignedLogEntry(
            entry,
            signature: try recovery.signature(
                for: SignaturePurpose.logEntry.message(for: entry.bytes)),
            witnesses: [.newcomer: try newcomer.sign(entry.bytes, .logConsent)])
    }

    mutating func take(_ entry: SignedLogEntry) throws {
        try log.append(entry)
        entries.append(entry)
    }
}
