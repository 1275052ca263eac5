import HoldfastCrypto
import HoldfastWire

@testable import HoldfastCLI

/// A contact with two versions of one log, and a recovery phrase that puts them together.
struct BranchedContact {
    let account: AccountID
    /// The version that ends: a laptop, then a tablet.
    let ended: [DirectoryRecord]
    /// The version that goes on, before the versions are put together.
    let forked: [DirectoryRecord]
    /// The same after that, confirmed by the phone.
    let merged: [DirectoryRecord]

    private struct Device {
        let signing: P256PrivateKey
        let record: DeviceRecord

        init(_ name: String) throws {
            let random = SystemRandom()
            signing = try P256PrivateKey(random: random)
            guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
                throw WireError(.truncated, in: "slot")
            }
            record = try DeviceRecord(
                slot: slot, name: name, signingKey: signing.publicKey, signingGrade: .software,
                agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
                presenceKey: nil)
        }
    }

    init() throws {
        let (phone, recovery) = (try Device("phone"), try P256PrivateKey(random: SystemRandom()))
        let genesis = LogEntry(
            genesis: phone.record, recovery: recovery.publicKey, created: 1_800_000_000)
        let first = try Self.signed(genesis, by: phone.signing)
        let start = try DeviceLog(genesis: first)
        var (main, other) = ((log: start, entries: [first]), (log: start, entries: [first]))
        try Self.add(Device("desk"), by: phone, to: &main)
        for name in ["laptop", "tablet"] { try Self.add(Device(name), by: phone, to: &other) }
        account = start.account
        ended = other.entries.map { [account] in .entry(account, $0.bytes) }
        forked = main.entries.map { [account] in .entry(account, $0.bytes) }
        let merge = LogEntry(
            after: main.log.head, of: account, created: 1_800_000_001, author: .recovery,
            action: .merge(other: other.log.head, survivors: [phone.record]))
        try Self.append(Self.signed(merge, by: recovery), to: &main)
        let confirm = LogEntry(
            after: main.log.head, of: account, created: 1_800_000_002,
            author: .device(phone.record.id), action: .confirm(main.log.head.hash))
        try Self.append(Self.signed(confirm, by: phone.signing), to: &main)
        merged = main.entries.map { [account] in .entry(account, $0.bytes) }
    }

    private typealias Version = (log: DeviceLog, entries: [SignedLogEntry])

    private static func add(_ device: Device, by author: Device, to version: inout Version) throws {
        let entry = LogEntry(
            after: version.log.head, of: version.log.account, created: 1_800_000_000,
            author: .device(author.record.id), action: .add(device.record))
        let consent = try device.signing.signature(
            for: SignaturePurpose.logConsent.message(for: entry.bytes))
        try append(
            try signed(entry, by: author.signing, [.newcomer: consent.withLowS]), to: &version)
    }

    private static func append(_ entry: SignedLogEntry, to version: inout Version) throws {
        try version.log.append(entry)
        version.entries.append(entry)
    }

    private static func signed(
        _ entry: LogEntry, by key: P256PrivateKey,
        _ witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
    ) throws -> SignedLogEntry {
        let message = SignaturePurpose.logEntry.message(for: entry.bytes)
        return SignedLogEntry(
            entry, signature: try key.signature(for: message).withLowS, witnesses: witnesses)
    }
}
