import HoldfastCrypto
import HoldfastWire

/// A device with its private keys, for tests.
struct TestDevice {
    let signing: P256PrivateKey
    let presence: P256PrivateKey?
    let record: DeviceRecord

    /// A device in a place of its own, or in another one's.
    init(_ name: String, slot: SlotID? = nil, hasPresence: Bool = true) throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        presence = hasPresence ? try P256PrivateKey(random: random) : nil
        let drawn = try random.bytes(SlotID.byteCount)
        guard let slot = slot ?? SlotID(drawn) else { throw WireError(.truncated, in: "slot") }
        record = try DeviceRecord(
            slot: slot, name: name, signingKey: signing.publicKey, signingGrade: .tpm,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: presence?.publicKey)
    }

    /// A recovery recipient.
    init(recipient name: String) throws {
        let random = SystemRandom()
        signing = try P256PrivateKey(random: random)
        presence = nil
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw WireError(.truncated, in: "slot")
        }
        record = try DeviceRecord(
            slot: slot, name: name, signingKey: signing.publicKey, signingGrade: .recoveryPhrase,
            agreementKey: P256PrivateKey(random: random).publicKey,
            agreementGrade: .recoveryPhrase, presenceKey: nil)
    }

    var id: DeviceID { record.id }
    var author: LogEntry.Author { .device(id) }
}

extension P256PrivateKey {
    /// A signature with a low s.
    func sign(_ entry: LogEntry, _ purpose: SignaturePurpose) throws -> P256Signature {
        try signature(for: purpose.message(for: entry.bytes)).withLowS
    }
}
