#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

@testable import HoldfastRecovery
@testable import HoldfastRelayClient

/// A phone's backup at its relay, of records in memory.
struct PhoneBackup {
    static let costs = RecoveryCosts(memoryKiB: 8, iterations: 1, parallelism: 1)

    let phone: Phone
    let configuration: DeviceBackup.Configuration
    let backup: DeviceBackup
    let target: RelayBackupTarget
    let phrase: RecoveryPhrase

    init(_ phone: Phone, phrase: RecoveryPhrase? = nil) throws {
        let entropy = try SystemRandom().secret(16)
        guard let phrase = phrase ?? RecoveryPhrase(entropy: entropy) else {
            throw WireError(.invalidValue, in: "entropy")
        }
        self.phone = phone
        self.phrase = phrase
        target = RelayBackupTarget(try phone.running.session)
        let keys = IdentityKeys(
            try phone.running.record, keys: SoftwareKeyStore(over: phone.store),
            agreementKeys: SoftwareKeyStore(over: phone.store))
        configuration = DeviceBackup.Configuration(
            store: phone.store, target: target, signer: IdentityBackupSigner(keys),
            clock: phone.wallClock, random: SystemRandom(), bounds: .forTests)
        backup = DeviceBackup(configuration)
    }

    func switchOn() async throws {
        _ = try await backup.switchOn(
            phrase, costs: Self.costs, account: try phone.running.record.account,
            acknowledgement: LossAcknowledgement(
                personAgreedThat: .lostPhraseMeansLostBackup, agreed: phone.wallClock.now))
    }

    @discardableResult
    func run(
        messages: Int, onConflict policy: DeviceBackup.ConflictPolicy = .report
    ) async throws -> BackupReport {
        let record = try phone.running.record
        let entries = try await phone.directory.entries(of: record.account, from: 0)
        var log = try DeviceLog(genesis: entries[0], of: record.account)
        for entry in entries.dropFirst() { try log.append(entry) }
        return try await backup.run(
            try await source(messages: messages),
            from: BackupOrigin(
                slot: record.device.slot, deviceName: record.device.name, log: log),
            onConflict: policy)
    }

    /// The account's log and so many messages.
    func source(messages: Int) async throws -> RecordSource {
        let entries = try await phone.directory.entries(
            of: try phone.running.record.account, from: 0)
        return RecordSource([
            .log: try entries.enumerated().map { number, entry in
                try BackupRecord(
                    .log, name: WireWriter.encode { $0.put(UInt64(number)) },
                    value: SecretBytes(entry.bytes))
            },
            .messages: try (0..<messages).map { number in
                try BackupRecord(
                    .messages, name: WireWriter.encode { $0.put(UInt64(number)) },
                    value: SeededRandom(seed: UInt64(number)).secret(5_000))
            },
        ])
    }

    /// What a phone finds that has the words and nothing else.
    func reader(_ words: RecoveryPhrase? = nil) throws -> RelayBackupReader {
        let keys = try RecoveryKeys(words ?? phrase, costs: Self.costs, bounds: .forTests)
        return try RelayBackupReader(
            keys, at: phone.address, over: phone.transport, clock: phone.clock)
    }

    func found() async throws -> FoundBackup {
        try await FoundBackup.find(phrase, at: try reader(), bounds: .forTests)
    }
}

struct RecordSource: BackupSource {
    private let tables: [BackupTable: [BackupRecord]]

    init(_ tables: [BackupTable: [BackupRecord]]) { self.tables = tables }

    func cursor(over table: BackupTable) async throws(KeychainError) -> any BackupCursor {
        RecordCursor(tables[table] ?? [])
    }
}
#endif
