import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire

@testable import HoldfastHistory
@testable import HoldfastRecovery

/// A device with an identity, a history and items, and its backup.
struct BackupPhone {
    static let costs = RecoveryCosts(memoryKiB: 8, iterations: 1, parallelism: 1)
    static let clock = ManualWallClock(now: UnixTime(seconds: 1_900_000_000))

    let test: HistoryTest
    let history: HistoryDatabase
    let contents: ItemContents
    let identity: IdentityRecord
    let directory: MemoryDirectory
    let target: MemoryBackupTarget
    let phrase: RecoveryPhrase

    var store: MemoryStore { test.store }
    var sample: HistorySample { test.sample }

    init(target: MemoryBackupTarget = MemoryBackupTarget()) async throws {
        test = try HistoryTest()
        history = test.open()
        contents = ItemContents(test.store)
        self.target = target
        directory = MemoryDirectory()
        test.store.answerPrompts(.confirmed)
        let device = DeviceIdentity(
            IdentityParts(
                keys: SoftwareKeyStore(over: test.store), store: test.store, database: history,
                directory: directory, container: MemoryContainer(),
                presence: .biometryCurrentSet, wallClock: Self.clock, pause: .zero))
        _ = try await device.open(.foreground)
        identity = try await device.begin(named: "Old phone", recovery: nil)
        guard let phrase = RecoveryPhrase(entropy: try SystemRandom().secret(16)) else {
            throw WireError(.invalidValue, in: "entropy")
        }
        self.phrase = phrase
    }

    var keys: IdentityKeys {
        IdentityKeys(
            identity, keys: SoftwareKeyStore(over: store),
            agreementKeys: SoftwareKeyStore(over: store))
    }

    /// Backs up all that there is, and gives what the phrase finds then.
    func backedUp() async throws -> FoundBackup {
        let entries = try await directory.entries(of: identity.account, from: 0)
        let log = try DeviceLog(genesis: entries[0], of: identity.account)
        let backup = DeviceBackup(
            DeviceBackup.Configuration(
                store: store, target: target, signer: IdentityBackupSigner(keys),
                clock: Self.clock, random: SystemRandom(), bounds: .forTests))
        _ = try await backup.switchOn(
            phrase, costs: Self.costs, account: identity.account,
            acknowledgement: LossAcknowledgement(
                personAgreedThat: .lostPhraseMeansLostBackup, agreed: Self.clock.now))
        let source = HistoryBackupSource(test.configuration(), contents, log: entries)
        _ = try await backup.run(
            source,
            from: BackupOrigin(
                slot: identity.device.slot, deviceName: identity.device.name, log: log))
        return try await FoundBackup.find(phrase, at: target, bounds: .forTests)
    }

    /// Every record that a backup would hold, one table after the other.
    func records() async throws -> [BackupRecord] {
        let entries = try await directory.entries(of: identity.account, from: 0)
        let source = HistoryBackupSource(test.configuration(), contents, log: entries)
        var records: [BackupRecord] = []
        for table in BackupTable.allCases {
            let cursor = try await source.cursor(over: table)
            while case let more = try await cursor.next(), !more.isEmpty { records += more }
        }
        return records
    }

    /// Messages of every sort: received, not opened, sent to one and to two, and one that waits.
    func fillHistory(longest: Int = 4_000) async throws {
        try await history.apply(try sample.adding(0...3))
        for number in 0..<4 as Range<UInt64> {
            let spent = number == 0 ? try sample.prekey(0) : nil
            _ = try await history.commit(
                try sample.opened(number, spent: spent, byteCount: number == 3 ? longest : 40))
        }
        try await history.commit(try sample.failed(4))
        let other = try HistorySample(device: 2).account
        try await history.enqueue(try test.draft(5), to: [sample.account])
        try await history.enqueue(try test.draft(6), to: [other, sample.account])
        try await history.enqueue(try test.draft(7), to: [other])
        try await history.wasAccepted(try sample.message(5))
        try await history.wasAccepted(try sample.message(6))
        try await history.take(sample.account, upTo: 3)
        try await history.setSetting("theme", to: SecretBytes(utf8: "dark"))
    }
}

extension BackupPhone {
    /// What people see of a history, whatever the places are.
    static func view(_ history: HistoryDatabase) async throws -> [AccountID: [String]] {
        var view: [AccountID: [String]] = [:]
        for conversation in try await history.conversations() {
            let entries = try await history.entries(of: conversation.account, after: 0, limit: 500)
            view[conversation.account] =
                ["\(conversation.unreadCount) unread"]
                + entries.map { String(HistoryView.words($0).drop { $0 != " " }) }
        }
        return view
    }
}
