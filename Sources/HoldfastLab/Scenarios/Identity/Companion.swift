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
    }

    /// Begins the person's account.
    func begin(in directory: MemoryDirectory) throws {
        let entry = LogEntry(genesis: record, recovery: nil, created: 1_800_000_000)
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

    private func sign(
        _ entry: LogEntry, _ purpose: SignaturePurpose, _ key: P256PrivateKey
    ) throws -> P256Signature {
        try key.signature(for: purpose.message(for: entry.bytes)).withLowS
    }
}
