import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

@Suite("Backups of several devices and phrases")
struct DeviceTests {
    private static func pair() throws -> TestAccount {
        var account = try TestAccount()
        try account.add("Laptop", seed: 2)
        return account
    }

    private static func phrase(_ seed: UInt64) throws -> RecoveryPhrase {
        try #require(RecoveryPhrase(entropy: try SeededRandom(seed: seed).secret(32)))
    }

    @Test("Two devices under one phrase write one backup, each its own content, and both come back")
    func together() async throws {
        let account = try Self.pair()
        let target = MemoryBackupTarget()
        let phone = TestBackup(account, target: target)
        let laptop = TestBackup(account, device: 1, target: target)
        try await phone.switchOn()
        _ = try await phone.backup.run(
            try TestSource(account, messages: 100), from: account.origin())
        try await laptop.switchOn()
        let report = try await laptop.backup.run(
            try TestSource(account, messages: 50, from: 80), from: account.origin(1))
        #expect(report.otherDevices == ["Phone"])
        let found = try await phone.find()
        #expect(Set(found.summary.devices.map(\.name)) == ["Phone", "Laptop"])
        let staging = TestStaging()
        let restored = try await found.restore(into: staging)
        #expect(restored.recordCounts[.messages] == 150)
        #expect(await staging.used[.messages]?.count == 130)
    }

    @Test("Two devices at once: the slower one is told who was faster, or merges")
    func conflict() async throws {
        let account = try Self.pair()
        let memory = MemoryBackupTarget()
        let phone = TestBackup(account, target: memory)
        try await phone.switchOn()
        let source = try TestSource(account, messages: 10)
        _ = try await phone.backup.run(source, from: account.origin())
        for policy in [DeviceBackup.ConflictPolicy.report, .merge] {
            let racing = RacingTarget(memory) {
                _ = try await phone.backup.run(
                    try TestSource(account, messages: 20), from: account.origin())
            }
            let laptop = TestBackup(account, device: 1, target: racing)
            try await laptop.switchOn()
            let mine = try TestSource(account, messages: 5, from: 500)
            guard policy == .report else {
                let report = try await laptop.backup.run(
                    mine, from: account.origin(1), onConflict: .merge)
                #expect(report.otherDevices == ["Phone"])
                #expect(try await phone.find().summary.count(of: .messages) == 25)
                continue
            }
            let error = await #expect(throws: RecoveryError.self) {
                try await laptop.backup.run(mine, from: account.origin(1))
            }
            guard case .conflict(let conflict) = error else {
                Issue.record("not the conflict")
                continue
            }
            #expect(conflict.device == account.devices[0].device)
            #expect(conflict.deviceName == "Phone")
        }
    }

    @Test("P2: another phrase on a second device replaces nothing unless the person was told")
    func otherPhrase() async throws {
        let account = try Self.pair()
        let target = MemoryBackupTarget()
        let phone = TestBackup(account, target: target)
        try await phone.switchOn()
        _ = try await phone.backup.run(
            try TestSource(account, messages: 10), from: account.origin())
        let laptop = TestBackup(account, device: 1, target: target)
        let other = try Self.phrase(50)
        await #expect(throws: RecoveryError.otherPhrase) { try await laptop.switchOn(other) }
        #expect(try await laptop.backup.health() == nil)
        try await laptop.switchOn(other, other: .beginBeside)
        _ = try await laptop.backup.run(
            try TestSource(account, messages: 7), from: account.origin(1))
        #expect(try await phone.find().summary.count(of: .messages) == 10)
        #expect(try await phone.find(other).summary.count(of: .messages) == 7)
    }

    @Test("P2: a backup that this device cannot read is never written over")
    func unreadable() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let phone = TestBackup(account, target: target)
        let statement = try await phone.switchOn()
        _ = try await phone.backup.run(
            try TestSource(account, messages: 10), from: account.origin())
        let header = try #require(try await target.headers().first)
        let place = try BackupHeader(header).place
        #expect(statement.locator == place.locator)
        var damaged = header
        damaged[header.count - 1] ^= 1
        for bytes in [damaged, Array(header.dropLast()), header + [0], []] {
            try await target.keepHeader(bytes, at: place)
            let again = TestBackup(account, target: target)
            await #expect(throws: RecoveryError.cannotOpen) { try await again.switchOn() }
            #expect(try await target.headers() == [bytes])
        }
        var newer = header
        newer[5] = 2
        try await target.keepHeader(newer, at: place)
        let again = TestBackup(account, target: target)
        await #expect(throws: RecoveryError.newerFormat(.header)) { try await again.switchOn() }
        await #expect(throws: RecoveryError.newerFormat(.header)) { try await again.find() }
    }

    @Test("P2: a new phrase writes one header; until it is finished both open the backup")
    func phraseChange() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        let report = try await test.backup.run(
            try TestSource(account, messages: 100), from: account.origin())
        let chunks = await target.chunkNames(of: report.generation.lineage)
        let new = try Self.phrase(60)
        let statement = try await test.backup.changePhrase(to: new, costs: TestAccount.costs)
        #expect(statement.recoveryKey != account.log.facts.recoveryKey)
        for phrase in [account.phrase, new] {
            #expect(try await test.find(phrase).summary.count(of: .messages) == 100)
        }
        #expect(await target.chunkNames(of: report.generation.lineage) == chunks)
        #expect(try await target.headers().allSatisfy { $0.count <= 1_024 })
        #expect(try await test.backup.isChanging())
        await #expect(throws: RecoveryError.unfinished) {
            try await test.backup.changePhrase(
                to: try Self.phrase(61), costs: TestAccount.costs)
        }
        try await test.backup.finishChange(origin: account.origin())
        await #expect(throws: RecoveryError.doesNotOpen) { try await test.find(account.phrase) }
        #expect(try await test.find(new).summary.count(of: .messages) == 100)
        _ = try await test.backup.run(
            try TestSource(account, messages: 101), from: account.origin())
        #expect(try await test.find(new).summary.count(of: .messages) == 101)
    }

    @Test("P2: a new lineage takes no phrase; the old one is restorable until the new is verified")
    func lineage() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        let source = try TestSource(account, messages: 100)
        let old = try await test.backup.run(source, from: account.origin())
        let oldKey = try #require(try await test.backup.enrolment()).key
        test.clock.advance(bySeconds: 10)
        try await test.backup.beginLineage()
        #expect(try #require(try await test.backup.enrolment()).key != oldKey)
        #expect(try await test.find().summary.generation == old.generation)
        await #expect(throws: RecoveryError.unfinished) {
            try await test.backup.finishChange(origin: account.origin())
        }
        let new = try await test.backup.run(source, from: account.origin())
        #expect(new.generation.lineage != old.generation.lineage)
        #expect(new.generation.generation == 1)
        let chunk = try #require(
            await target.chunkNames(of: new.generation.lineage).sorted { $0.bytes[0] < $1.bytes[0] }
                .first)
        let bytes = try await target.chunk(chunk, of: new.generation.lineage)
        await target.damageChunk(chunk, of: new.generation.lineage, to: [1])
        await #expect(throws: RecoveryError.self) {
            try await test.backup.finishChange(origin: account.origin())
        }
        #expect(try await !target.manifests(of: old.generation.lineage).isEmpty)
        await target.damageChunk(chunk, of: new.generation.lineage, to: bytes)
        try await test.backup.finishChange(origin: account.origin())
        #expect(try await target.manifests(of: old.generation.lineage).isEmpty)
        #expect(await target.chunkNames(of: old.generation.lineage).isEmpty)
        #expect(try await test.find().summary.generation == new.generation)
        #expect(try await test.find().summary.count(of: .messages) == 100)
    }

    @Test("P2: a change that comes while a backup runs waits for it, and its key is kept")
    func turns() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        let source = try TestSource(account, messages: 2_000, byteCount: 500)
        let old = try #require(try await test.backup.enrolment())
        async let first = test.backup.run(source, from: account.origin())
        async let second = test.backup.run(source, from: account.origin())
        async let change: Void = test.backup.beginLineage()
        let generations = try await [first, second].map(\.generation.generation)
        try await change
        #expect(Set(generations).count == 2 || Set(generations) == [1])
        let new = try #require(try await test.backup.enrolment())
        #expect(new.key != old.key)
        #expect(new.retiring?.place == old.place)
        _ = try await test.backup.run(source, from: account.origin())
        try await test.backup.finishChange(origin: account.origin())
        #expect(try await test.find().summary.generation.lineage == new.lineage)
    }

    @Test("A backup whose header is gone, with and without another in its place")
    func headerGone() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        let source = try TestSource(account, messages: 1)
        _ = try await test.backup.run(source, from: account.origin())
        let header = try BackupHeader(try #require(try await target.headers().first))
        try await target.removeHeader(at: header.place)
        await #expect(throws: RecoveryError.rolledBack(known: 1, found: 0)) {
            try await test.backup.run(source, from: account.origin())
        }
        let other = TestBackup(account, target: target)
        try await other.switchOn(try Self.phrase(70))
        await #expect(throws: RecoveryError.otherPhrase) {
            try await test.backup.run(source, from: account.origin())
        }
    }
}
