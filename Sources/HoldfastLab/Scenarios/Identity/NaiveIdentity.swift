import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastWire

/// KNOWN BAD: an app that takes "not readable" for "not there", and makes a new identity.
///
/// It is what a push before the first unlock did to real messengers: the new identity is
/// registered, and what was sent to the old one can never be read (breaks P1, P7). It is here so
/// that the tests and the explorer can show that they find it.
struct NaiveIdentity {
    private let parts: IdentityParts
    private let marker: ItemKey

    /// Starts the app.
    init(_ run: ScenarioRun, inForeground: Bool = true) throws(KeychainError) {
        let launched = run.launchProcess(inForeground: inForeground)
        parts = launched.process.identityParts(run.directory, over: launched.store)
        marker = try Self.marker()
    }

    static func marker() throws(KeychainError) -> ItemKey {
        try ItemKey(service: ScenarioRun.app.name, account: "identity")
    }

    /// Goes on with the identity, or registers one.
    func start() async throws {
        // The mistake that this app shows: an error is dropped as if nothing were stored.
        if let known = try? await parts.store.read(marker, prompt: .standard) {
            _ = known
            return
        }
        try await register()
    }

    private func register() async throws {
        guard let slot = SlotID(try parts.random.bytes(SlotID.byteCount)) else { return }
        let name = try ItemKey(service: marker.service, account: slot.hex)
        let device = try await makeDevice(name, slot)
        let entry = LogEntry(genesis: device, recovery: nil, created: parts.wallClock.now.seconds)
        let message = SignaturePurpose.logEntry.message(for: entry.bytes)
        guard let signature = try await parts.keys.signature(for: message, with: name) else {
            return
        }
        let signed = SignedLogEntry(entry, signature: signature.withLowS)
        try await parts.directory.submit(signed, to: AccountID(genesis: signed.hash))
        _ = try await parts.store.write(
            SecretBytes(device.id.bytes), for: marker, options: .for(.background),
            prompt: .standard)
    }

    private func makeDevice(_ name: ItemKey, _ slot: SlotID) async throws -> DeviceRecord {
        let protection = KeyUse.background.protection
        let other = try ItemKey(service: name.service, account: name.account + "-agree")
        let signing = try await parts.keys.create(name, use: .signing, protection: protection)
        let agreement = try await parts.agreementKeys.create(
            other, use: .keyAgreement, protection: protection)
        return try DeviceRecord(
            slot: slot, name: "phone", signingKey: signing, signingGrade: .software,
            agreementKey: agreement, agreementGrade: .software, presenceKey: nil)
    }
}
