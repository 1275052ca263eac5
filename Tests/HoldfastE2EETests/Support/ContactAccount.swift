import HoldfastCrypto
import HoldfastWire

/// A device of a contact, with its private keys.
struct ContactDevice {
    let signing: P256PrivateKey
    let presence: P256PrivateKey
    let record: DeviceRecord

    init(_ name: String) throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        presence = try P256PrivateKey(random: random)
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw WireError(.truncated, in: "slot")
        }
        record = try DeviceRecord(
            slot: slot, name: name, signingKey: signing.publicKey, signingGrade: .software,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: presence.publicKey)
    }
}

/// A contact's account, whose log the test writes.
struct ContactAccount {
    private(set) var log: DeviceLog

    /// Goes on from a log.
    init(_ log: DeviceLog) {
        self.log = log
    }

    init(_ device: ContactDevice, recovery: P256PrivateKey? = nil) throws {
        let entry = LogEntry(
            genesis: device.record, recovery: recovery?.publicKey, created: 1_800_000_000)
        log = try DeviceLog(
            genesis: SignedLogEntry(
                entry, signature: try device.signing.sign(entry, .logEntry)))
    }

    /// A device does something, with the person in front of it.
    mutating func append(
        _ action: LogAction, by author: ContactDevice, newcomer: ContactDevice? = nil
    ) throws {
        let entry = LogEntry(
            after: log.head, of: log.account, created: 1_800_000_000,
            author: .device(author.record.id), action: action)
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        witnesses[.newcomer] = try newcomer?.signing.sign(entry, .logConsent)
        witnesses[.presence] = try author.presence.sign(entry, .logApproval)
        try log.append(
            SignedLogEntry(
                entry, signature: try author.signing.sign(entry, .logEntry), witnesses: witnesses))
    }

    /// The phrase alone takes a device in.
    mutating func add(_ newcomer: ContactDevice, by recovery: P256PrivateKey) throws {
        let entry = LogEntry(
            after: log.head, of: log.account, created: 1_800_000_000, author: .recovery,
            action: .add(newcomer.record))
        try log.append(
            SignedLogEntry(
                entry, signature: try recovery.sign(entry, .logEntry),
                witnesses: [.newcomer: try newcomer.signing.sign(entry, .logConsent)]))
    }

    /// The phrase ends a fork.
    mutating func merge(
        _ other: LogHead, _ survivors: [ContactDevice], by recovery: P256PrivateKey
    ) throws {
        let records = survivors.map(\.record).sorted { $0.id < $1.id }
        let entry = LogEntry(
            after: log.head, of: log.account, created: 1_800_000_000, author: .recovery,
            action: .merge(other: other, survivors: records))
        try log.append(
            SignedLogEntry(entry, signature: try recovery.sign(entry, .logEntry)))
    }

    /// A device says that the oldest change that waits is right, or objects to it.
    mutating func settle(by author: ContactDevice, isRight: Bool = true) throws {
        guard let change = log.pending.first else { throw WireError(.truncated, in: "pending") }
        let hash = change.entry.hash
        let entry = LogEntry(
            after: log.head, of: log.account, created: 1_800_000_000,
            author: .device(author.record.id), action: isRight ? .confirm(hash) : .veto(hash))
        try log.append(
            SignedLogEntry(entry, signature: try author.signing.sign(entry, .logEntry)))
    }

    mutating func add(_ device: ContactDevice, by author: ContactDevice) throws {
        try append(.add(device.record), by: author, newcomer: device)
    }

    mutating func revoke(_ device: ContactDevice, by author: ContactDevice) throws {
        try append(.revoke(device.record.id, reason: .lost, lastCounter: 0), by: author)
    }
}

extension P256PrivateKey {
    fileprivate func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose
    ) throws -> P256Signature {
        try signature(for: purpose.message(for: entry.bytes)).withLowS
    }
}
