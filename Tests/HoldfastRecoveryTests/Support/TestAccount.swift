import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire

@testable import HoldfastRecovery

/// An account with its log, and a phrase at costs that thousands of trials can bear.
struct TestAccount {
    static let costs = RecoveryCosts(memoryKiB: 8, iterations: 1, parallelism: 1)

    let phrase: RecoveryPhrase
    private(set) var log: DeviceLog
    private(set) var entries: [SignedLogEntry]
    private(set) var devices: [TestDevice]

    var account: AccountID { log.account }

    /// An account with one device, whose recovery key is the phrase's.
    init(_ name: String = "Phone", seed: UInt64 = 1) throws {
        let entropy = try SeededRandom(seed: seed).secret(16)
        guard let phrase = RecoveryPhrase(entropy: entropy) else { throw NoPhrase() }
        try self.init(name, seed: seed, phrase: phrase, costs: Self.costs)
    }

    /// The same under another phrase.
    init(
        _ name: String, seed: UInt64 = 1, phrase: RecoveryPhrase, costs: RecoveryCosts
    ) throws {
        let keys = try RecoveryKeys(phrase, costs: costs, bounds: .forTests)
        let device = try TestDevice(name, seed: seed)
        let genesis = LogEntry(
            genesis: device.record, recovery: try keys.recoveryKey().publicKey, created: 1)
        let entry = SignedLogEntry(genesis, signature: try device.sign(genesis.bytes, .logEntry))
        self.phrase = phrase
        log = try DeviceLog(genesis: entry)
        entries = [entry]
        devices = [device]
    }

    /// Takes another device in.
    mutating func add(_ name: String, seed: UInt64) throws {
        let device = try TestDevice(name, seed: seed)
        try append(
            LogEntry(
                after: log.head, of: account, created: 2, author: .device(devices[0].device),
                action: .add(device.record)), newcomer: device)
        devices.append(device)
    }

    /// Notes a generation in the log.
    mutating func checkpoint(_ generation: KnownGeneration) throws {
        try append(
            LogEntry(
                after: log.head, of: account, created: 3, author: .device(devices[0].device),
                action: generation.checkpoint))
    }

    private mutating func append(_ entry: LogEntry, newcomer: TestDevice? = nil) throws {
        var witnesses: [SignedLogEntry.Witness: P256Signature] = [:]
        if let newcomer {
            witnesses[.newcomer] = try newcomer.sign(entry.bytes, .logConsent)
            let approval = SignaturePurpose.logApproval.message(for: entry.bytes)
            witnesses[.presence] = try devices[0].presence.signature(for: approval).withLowS
        }
        let signed = SignedLogEntry(
            entry, signature: try devices[0].sign(entry.bytes, .logEntry), witnesses: witnesses)
        try log.append(signed)
        entries.append(signed)
    }

    func origin(_ device: Int = 0) -> BackupOrigin {
        BackupOrigin(
            slot: devices[device].record.slot, deviceName: devices[device].record.name, log: log)
    }

    static let acknowledgement = LossAcknowledgement(
        personAgreedThat: .lostPhraseMeansLostBackup, agreed: UnixTime(seconds: 1_000))

    struct NoPhrase: Error {}
}

/// A device with its private key.
struct TestDevice: BackupSigner {
    let key: P256PrivateKey
    let presence: P256PrivateKey
    let record: DeviceRecord

    init(_ name: String, seed: UInt64) throws {
        let random = SeededRandom(seed: seed &+ 77)
        key = try P256PrivateKey(random: random)
        presence = try P256PrivateKey(random: random)
        guard let slot = SlotID(try random.bytes(SlotID.byteCount)) else {
            throw TestAccount.NoPhrase()
        }
        record = try DeviceRecord(
            slot: slot, name: name, signingKey: key.publicKey, signingGrade: .tpm,
            agreementKey: P256PrivateKey(random: random).publicKey, agreementGrade: .software,
            presenceKey: presence.publicKey)
    }

    var device: DeviceID { record.id }

    func signature(for message: [UInt8]) async throws(KeychainError) -> P256Signature {
        do throws(CryptoError) {
            return try key.signature(for: message)
        } catch {
            throw KeychainError(.unknown, "no signature")
        }
    }

    func sign(_ bytes: [UInt8], _ purpose: SignaturePurpose) throws -> P256Signature {
        try key.signature(for: purpose.message(for: bytes)).withLowS
    }
}
