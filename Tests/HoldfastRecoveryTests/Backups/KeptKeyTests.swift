import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// What a device goes by is lost by no backup that is made beside, and by no other process.
@Suite("What a device keeps of its backup")
struct KeptKeyTests {
    private let account: TestAccount
    private let target = MemoryBackupTarget()
    private let test: TestBackup

    init() async throws {
        account = try TestAccount()
        test = TestBackup(account, target: target)
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 10), from: account.origin())
    }

    /// The same device in another process, with a target that lets something happen in between.
    private func otherProcess(_ target: any BackupTarget) -> DeviceBackup {
        DeviceBackup(
            DeviceBackup.Configuration(
                store: test.store, target: target, signer: account.devices[0],
                clock: test.clock, random: SystemRandom(), bounds: .forTests))
    }

    @Test("P2: a backup that passes cannot touch what the device goes by, not by switching it off")
    func passing() async throws {
        let own = try #require(try await test.backup.enrolment())
        var passing = own
        passing.key = try SystemRandom().secret(32)
        let copy = DeviceBackup(
            DeviceBackup.Configuration(
                store: test.store, target: MemoryBackupTarget(), signer: account.devices[0],
                clock: test.clock, random: SystemRandom(), bounds: .forTests),
            passing: passing)
        try await copy.switchOff()
        await #expect(throws: RecoveryError.notEnrolled) {
            try await copy.run(try TestSource(account, messages: 1), from: account.origin())
        }
        #expect(try await copy.health() == nil)
        let kept = try #require(try await test.backup.enrolment())
        #expect(kept.key == own.key && kept.lineage == own.lineage)
        _ = try await test.backup.run(
            try TestSource(account, messages: 11), from: account.origin())
        #expect(try await test.find().summary.count(of: .messages) == 11)
    }

    @Test("P2: an export leaves the device's own backup and its notes as they are")
    func export() async throws {
        let own = try #require(try await test.backup.enrolment())
        let items = try await test.store.list(service: nil)
        let place = MemoryBackupTarget()
        _ = try await test.backup.export(
            try TestSource(account, messages: 4), from: account.origin(), to: place)
        let kept = try #require(try await test.backup.enrolment())
        #expect(kept.key == own.key && kept.known == own.known)
        #expect(try await test.store.list(service: nil) == items)
        let found = try await FoundBackup.find(account.phrase, at: place, bounds: .forTests)
        #expect(found.summary.count(of: .messages) == 4)
        #expect(found.summary.generation.lineage != own.lineage)
    }

    @Test("P2: a new backup that another process begins while one is made keeps its key")
    func lineageMeanwhile() async throws {
        let old = try #require(try await test.backup.enrolment())
        let other = test.backup
        let slow = otherProcess(RacingTarget(target) { try await other.beginLineage() })
        let report = try await slow.run(
            try TestSource(account, messages: 12), from: account.origin())
        #expect(report.generation.lineage == old.lineage)
        let now = try #require(try await test.backup.enrolment())
        #expect(now.key != old.key && now.lineage != old.lineage)
        #expect(now.retiring?.place == old.place)
        #expect(now.known == nil)
        _ = try await test.backup.run(
            try TestSource(account, messages: 13), from: account.origin())
        try await test.backup.finishChange(origin: account.origin())
        let found = try await test.find()
        #expect(found.summary.generation.lineage == now.lineage)
        #expect(found.summary.count(of: .messages) == 13)
    }

    @Test("P2: a phrase that another process changes while a backup is made is not put back")
    func phraseMeanwhile() async throws {
        let phrase = try #require(
            RecoveryPhrase(entropy: try SeededRandom(seed: 60).secret(32)))
        let other = test.backup
        let slow = otherProcess(
            RacingTarget(target) {
                _ = try await other.changePhrase(to: phrase, costs: TestAccount.costs)
            })
        test.clock.advance(bySeconds: 50)
        _ = try await slow.run(try TestSource(account, messages: 12), from: account.origin())
        let now = try #require(try await test.backup.enrolment())
        #expect(now.retiring?.isLineage == false)
        #expect(now.known?.generation == 2)
        #expect(now.health.lastSuccess == test.clock.now)
        try await test.backup.finishChange(origin: account.origin())
        #expect(try await test.find(phrase).summary.count(of: .messages) == 12)
    }

    @Test("P2: a backup that is switched off while one is made stays switched off")
    func offMeanwhile() async throws {
        let other = test.backup
        let slow = otherProcess(RacingTarget(target) { try await other.switchOff() })
        _ = try await slow.run(try TestSource(account, messages: 12), from: account.origin())
        #expect(try await test.backup.health() == nil)
        #expect(try await test.find().summary.count(of: .messages) == 12)
    }
}
