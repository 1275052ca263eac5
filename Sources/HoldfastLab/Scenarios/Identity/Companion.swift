import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// The person's other device in the identity scenarios: it is at hand, and does what it is asked.
///
/// It keeps nothing: its keys come from a seed, and what it knows it reads from the server, so that
/// every play has the same one.
struct Companion {
    private let signing: P256PrivateKey
    private let presence: P256PrivateKey
    /// What the person's phrase gives.
    private let recovery: P256PrivateKey
    let record: DeviceRecord

    init() throws {
        let random = SeededRandom(seed: 6)
        signing = try P256PrivateKey(random: random)
        presence = try P256PrivateKey(random: random)
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw WireError(.truncated, in: "slot")
        }
        record = try DeviceRecord(
            slot: slot, name: "laptop", signingKey: signing.publicKey, signingGrade: .software,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: presence.publicKey)
        recovery = try P256PrivateKey(random: random)
    }

    /// Begins the person's account.
    func begin(in directory: MemoryDirectory) throws {
        let entry = LogEntry(
            genesis: record, recovery: recovery.publicKey, created: Self.created)
        let signed = SignedLogEntry(entry, signature: try sign(entry, .logEntry, signing))
        try directory.take(signed, to: AccountID(genesis: signed.hash)).get()
    }

    /// The person looks at a request and lets the device in, with their finger.
    func approve(_ request: JoinRequest, in directory: MemoryDirectory) throws {
        guard let consent = request.consents[record.id] else { throw JoinError.notAddressed }
        let entry = request.entry(by: .device(record.id))
        let signed = SignedLogEntry(
            entry, signature: try sign(entry, .logEntry, signing),
            witnesses: [.newcomer: consent, .presence: try sign(entry, .logApproval, presence)])
        try directory.take(signed, to: request.account).get()
    }

    /// The person puts every other device out by their phrase, and says here that it is right.
    func removeOthers(in directory: MemoryDirectory) throws {
        for account in directory.accounts {
            for device in directory.facts(of: account)?.activeDevices ?? [] where device != record {
                let removal = LogEntry(
                    after: try head(of: account, in: directory), of: account,
                    created: Self.created, author: .recovery,
                    action: .revoke(device.id, reason: .lost, lastCounter: 0))
                try put(removal, signedBy: recovery, in: directory)
                let head = try head(of: account, in: directory)
                let confirmation = LogEntry(
                    after: head, of: account, created: Self.created, author: .device(record.id),
                    action: .confirm(head.hash))
                try put(confirmation, signedBy: signing, in: directory)
            }
        }
    }

    private static let created: Int64 = 1_800_000_000

    private func head(of account: AccountID, in directory: MemoryDirectory) throws -> LogHead {
        guard let last = try directory.answer(of: account, from: 0).get().last else {
            throw DirectoryError.unknownAccount
        }
        return LogHead(sequence: last.entry.sequence, hash: last.hash)
    }

    private func put(
        _ entry: LogEntry, signedBy key: P256PrivateKey, in directory: MemoryDirectory
    ) throws {
        guard let account = entry.account else { throw DirectoryError.unknownAccount }
        let signed = SignedLogEntry(entry, signature: try sign(entry, .logEntry, key))
        try directory.take(signed, to: account).get()
    }

    private func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose, _ key: P256PrivateKey
    ) throws -> P256Signature {
        try key.repeatableSignature(for: purpose.message(for: entry.bytes)).withLowS
    }
}
