import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire

@testable import HoldfastRecovery

/// Records in memory, as a source of a backup.
struct TestSource: BackupSource {
    var tables: [BackupTable: [BackupRecord]] = [:]
    /// What a cursor throws instead of its records.
    var failing: BackupTable?

    /// A source with the account's log and so many messages of so many bytes.
    init(_ account: TestAccount, messages: Int, byteCount: Int = 100, from first: Int = 0) throws {
        tables[.log] = try account.entries.enumerated().map { number, entry in
            try BackupRecord(.log, name: Self.name(number), value: SecretBytes(entry.bytes))
        }
        tables[.messages] = try Self.messages(first..<(first + messages), byteCount: byteCount)
    }

    static func messages(_ numbers: Range<Int>, byteCount: Int) throws -> [BackupRecord] {
        try numbers.map { number in
            let random = SeededRandom(seed: UInt64(number))
            return try BackupRecord(
                .messages, name: name(number), value: try random.secret(byteCount),
                time: Int64(10_000 + number))
        }
    }

    static func name(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(number).bigEndian) { [UInt8]($0) }
    }

    func cursor(over table: BackupTable) async throws(KeychainError) -> any BackupCursor {
        if table == failing { throw KeychainError(.interactionNotAllowed, "locked") }
        return TestCursor(tables[table] ?? [])
    }
}

actor TestCursor: BackupCursor {
    private var rest: ArraySlice<BackupRecord>

    init(_ records: [BackupRecord]) { rest = records[...] }

    func next() -> [BackupRecord] {
        defer { rest = rest.dropFirst(64) }
        return Array(rest.prefix(64))
    }
}

/// Stages in memory, and dies when it is told.
actor TestStaging: RestoreStaging {
    private(set) var generation: KnownGeneration?
    private(set) var stagedCount = 0
    private var counts: [SlotID: [BackupTable: UInt64]] = [:]
    private(set) var staged: [BackupTable: [[UInt8]: BackupRecord]] = [:]
    /// What the app uses: nothing of a restore shows here before its last step.
    private(set) var used: [BackupTable: [[UInt8]: BackupRecord]]
    private let failure: KeychainError
    private var callsLeft: Int

    init(
        used: [BackupTable: [[UInt8]: BackupRecord]] = [:], failingAfter calls: Int = .max,
        with failure: KeychainError = KeychainError(.unknown, "died")
    ) {
        self.used = used
        self.failure = failure
        callsLeft = calls
    }

    /// Lets it go on for so many calls.
    func revive(for calls: Int = .max) { callsLeft = calls }

    private func step() throws(KeychainError) {
        guard callsLeft > 0 else { throw failure }
        callsLeft -= 1
    }

    func isOccupied() throws(KeychainError) -> Bool {
        try step()
        return !used.isEmpty
    }

    func begin(_ generation: KnownGeneration) throws(KeychainError) -> Int {
        try step()
        if self.generation != generation {
            (stagedCount, counts, staged) = (0, [:], [:])
            self.generation = generation
        }
        return stagedCount
    }

    func stage(_ records: [BackupRecord], piece: Int, of slot: SlotID) throws(KeychainError) {
        try step()
        guard piece == stagedCount else { throw KeychainError(.unknown, "a piece is missing") }
        for record in records {
            counts[slot, default: [:]][record.table, default: 0] += 1
            staged[record.table, default: [:]][record.name] = record
        }
        stagedCount += 1
    }

    func count(of table: BackupTable, in slot: SlotID) throws(KeychainError) -> UInt64 {
        try step()
        return counts[slot]?[table] ?? 0
    }

    func switchOver() throws(KeychainError) {
        try step()
        for (table, records) in staged { used[table, default: [:]].merge(records) { $1 } }
    }

    /// Loses a record, as a store that answers wrongly.
    func lose(_ table: BackupTable, in slot: SlotID) { counts[slot]?[table]? -= 1 }
}

/// A device's backup with what it stands on.
struct TestBackup {
    var account: TestAccount
    let target: any BackupTarget
    let store = MemoryStore()
    let clock = ManualWallClock(now: UnixTime(seconds: 5_000))
    let backup: DeviceBackup

    init(_ account: TestAccount, device: Int = 0, target: any BackupTarget) {
        self.account = account
        self.target = target
        backup = DeviceBackup(
            DeviceBackup.Configuration(
                store: store, target: target, signer: account.devices[device], clock: clock,
                random: SystemRandom(), bounds: .forTests))
    }

    @discardableResult
    func switchOn(
        _ phrase: RecoveryPhrase? = nil, other: DeviceBackup.OtherPhrase = .refuse
    ) async throws -> RecoveryStatement {
        try await backup.switchOn(
            phrase ?? account.phrase, costs: TestAccount.costs, account: account.account,
            acknowledgement: TestAccount.acknowledgement, other: other)
    }

    func find(_ phrase: RecoveryPhrase? = nil, witness: RestoreWitness = RestoreWitness())
        async throws -> FoundBackup
    {
        try await FoundBackup.find(
            phrase ?? account.phrase, at: target, witness: witness, bounds: .forTests)
    }
}
