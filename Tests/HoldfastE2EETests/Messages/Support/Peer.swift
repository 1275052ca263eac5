import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// A device whose every private key the test holds.
struct Peer {
    let signing: P256PrivateKey
    let agreement: P256PrivateKey
    let presence: P256PrivateKey
    let record: DeviceRecord

    init(_ name: String, slot: SlotID? = nil) throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        agreement = try P256PrivateKey(random: random)
        presence = try P256PrivateKey(random: random)
        guard let slot = try slot ?? SlotID(random.bytes(SlotID.byteCount)) else {
            throw WireError(.truncated, in: "slot")
        }
        record = try DeviceRecord(
            slot: slot, name: name, signingKey: signing.publicKey, signingGrade: .software,
            agreementKey: agreement.publicKey, agreementGrade: .software,
            presenceKey: presence.publicKey)
    }

    var id: DeviceID { record.id }

    func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
        try signing.signature(for: purpose.message(for: bytes)).withLowS
    }

    /// Prekeys that the device offers, with their private halves.
    func prekeys(
        _ grade: SecrecyGrade, count: Int = 1, in account: AccountID,
        notBefore: Int64 = MessageTime.now, days: Int64 = 37, replacesOthers: Bool = false
    ) throws -> (upload: PrekeyUpload, keys: [P256PrivateKey]) {
        let keys = try (0..<count).map { _ in try P256PrivateKey(random: SystemRandom()) }
        let batch = try PrekeyBatch(
            account: account, device: id, grade: grade, notBefore: notBefore,
            notAfter: notBefore + days * 86_400, replacesOthers: replacesOthers,
            keys: keys.map(\.publicKey))
        let statement = SignedPrekeyBatch(batch, signature: try sign(batch.bytes, .prekeys))
        return (try PrekeyUpload(statement, keys: keys.map(\.publicKey)), keys)
    }
}

/// The time at which messages of tests are sent.
enum MessageTime {
    static let now: Int64 = 1_900_000_000
}

/// An account whose log the test writes.
struct PeerAccount {
    private(set) var log: DeviceLog
    private(set) var entries: [SignedLogEntry]

    init(_ device: Peer, recovery: P256PublicKey? = nil) throws {
        let entry = LogEntry(
            genesis: device.record, recovery: recovery, created: MessageTime.now)
        let signed = SignedLogEntry(
            entry, signature: try device.sign(entry.bytes, .logEntry))
        log = try DeviceLog(genesis: signed)
        entries = [signed]
    }

    var id: AccountID { log.account }

    /// An entry of a device, with the person in front of it.
    func entry(
        _ action: LogAction, by author: Peer, newcomer: Peer? = nil
    ) throws -> SignedLogEntry {
        let entry = LogEntry(
            after: log.head, of: id, created: MessageTime.now, author: .device(author.id),
            action: action)
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        witnesses[.newcomer] = try newcomer?.sign(entry.bytes, .logConsent)
        witnesses[.presence] = try author.presence
            .signature(for: SignaturePurpose.logApproval.message(for: entry.bytes)).withLowS
        if case .checkpoint = action { witnesses = [:] }
        if case .replace(author.id, _, _, _) = action { witnesses[.presence] = nil }
        if case .revoke(author.id, _, _) = action { witnesses[.presence] = nil }
        return SignedLogEntry(
            entry, signature: try author.sign(entry.bytes, .logEntry), witnesses: witnesses)
    }

    mutating func append(
        _ action: LogAction, by author: Peer, newcomer: Peer? = nil
    ) throws {
        let signed = try entry(action, by: author, newcomer: newcomer)
        try log.append(signed)
        entries.append(signed)
    }

    mutating func add(_ device: Peer, by author: Peer) throws {
        try append(.add(device.record), by: author, newcomer: device)
    }

    mutating func revoke(
        _ device: Peer, by author: Peer, _ reason: RemovalReason = .retired,
        lastCounter: UInt64 = 0
    ) throws {
        try append(
            .revoke(device.id, reason: reason, lastCounter: lastCounter), by: author)
    }

    /// Gives a device's place to another key, signed by the old one.
    mutating func replace(_ device: Peer, by successor: Peer) throws {
        try append(
            .replace(
                device.id, reason: .replaced, lastCounter: .max, by: successor.record),
            by: device, newcomer: successor)
    }
}
