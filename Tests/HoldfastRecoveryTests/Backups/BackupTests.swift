import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

@Suite("Backups")
struct BackupTests {
    @Test("P2: what was backed up is restored by the words alone, record for record")
    func roundTrip() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        var source = try TestSource(account, messages: 5_000)
        source.tables[.contacts] = [try BackupRecord(.contacts, name: [1], value: SecretBytes([9]))]
        source.tables[.messages]?.append(
            try BackupRecord(.messages, name: [1, 2, 3], value: nil, time: 20))
        let report = try await test.backup.run(source, from: account.origin())
        #expect(report.recordCounts[.messages] == 5_001)
        #expect(report.unreadableCount == 1)
        #expect(report.generation.generation == 1)

        let found = try await test.find()
        #expect(found.summary.count(of: .messages) == 5_001)
        #expect(found.summary.devices.map(\.name) == ["Phone"])
        #expect(found.summary.devices[0].earliest == 20)
        #expect(found.summary.devices[0].latest == 14_999)
        #expect(found.summary.created == 5_000)
        #expect(!found.summary.isConfirmed)
        #expect(found.log.head == account.log.head)
        #expect(found.recoverySigner.publicKey == account.log.facts.recoveryKey)
        let staging = TestStaging()
        let restored = try await found.restore(into: staging)
        #expect(restored.recordCounts[.messages] == 5_001)
        #expect(restored.unreadable == [UnreadableRecord(table: .messages, name: [1, 2, 3])])
        let used = await staging.used
        for (table, records) in source.tables {
            #expect(used[table]?.count == records.count)
            let same = records.allSatisfy { used[table]?[$0.name]?.value == $0.value }
            #expect(same, "\(table)")
        }
    }

    @Test("An empty history is a backup, and is restored as one")
    func empty() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 0), from: account.origin())
        let found = try await test.find()
        #expect(found.summary.count(of: .messages) == 0)
        let staging = TestStaging()
        let restored = try await found.restore(into: staging)
        #expect(restored.recordCounts[.messages] == 0)
        #expect(await staging.used[.log]?.count == 1)
    }

    @Test(
        "Records and pieces of every awkward length come back",
        arguments: [
            0, 1, 4_086, 4_096, 16_384 - 14, 16_384, 131_072 - 14, 131_072, 1_048_575, 1_048_576,
        ])
    func lengths(byteCount: Int) async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        let source = try TestSource(account, messages: 3, byteCount: byteCount)
        _ = try await test.backup.run(source, from: account.origin())
        let staging = TestStaging()
        _ = try await test.find().restore(into: staging)
        let used = await staging.used[.messages] ?? [:]
        let same = try source.tables[.messages]?.allSatisfy { try used[$0.name] == $0.withoutTime }
        #expect(same == true)
    }

    @Test("A record that is too long is refused, and none is made of an item of this device only")
    func refusals() throws {
        #expect(throws: RecoveryError.recordTooLong) {
            try BackupRecord(
                .messages, name: [1], value: SecretBytes([UInt8](repeating: 0, count: 1_048_577)))
        }
        #expect(throws: RecoveryError.recordTooLong) {
            try BackupRecord(.messages, name: [], value: nil)
        }
        #expect(throws: RecoveryError.recordTooLong) {
            try BackupRecord(.messages, name: [UInt8](repeating: 1, count: 256), value: nil)
        }
        for accessibility in Accessibility.allCases {
            let record = try BackupRecord.item(
                name: [1], value: SecretBytes([2]),
                protection: ItemProtection(accessibility: accessibility))
            #expect((record == nil) == accessibility.isThisDeviceOnly)
        }
    }

    @Test("1 % of new history sends at most 1.2 % of the first backup")
    func incremental() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        var source = try TestSource(account, messages: 20_000, byteCount: 2_000)
        let first = try await test.backup.run(source, from: account.origin())
        source.tables[.messages]? += try TestSource.messages(20_000..<20_200, byteCount: 2_000)
        let second = try await test.backup.run(source, from: account.origin())
        // 40 MB show the fixed part more than 256 MiB do: a piece, a page and the manifest.
        #expect(Double(second.sentByteCount) / Double(first.sentByteCount) <= 0.018)
        let again = try await test.backup.run(source, from: account.origin())
        #expect(again.sentByteCount < 4_096)
        #expect(again.generation.generation == 3)
        // One message gone from the middle moves the borders beside it, and no others.
        source.tables[.messages]?.remove(at: 7_000)
        let fourth = try await test.backup.run(source, from: account.origin())
        #expect(Double(fourth.sentByteCount) / Double(first.sentByteCount) <= 0.035)
        let staging = TestStaging()
        _ = try await test.find().restore(into: staging)
        #expect(await staging.used[.messages]?.count == 20_199)
    }

    @Test("P2: the generation before stays, and what only an older one named goes")
    func generations() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        var first = 0
        for number in 0..<4 {
            let source = try TestSource(
                account, messages: 300, byteCount: 3_000, from: number * 1_000)
            let report = try await test.backup.run(source, from: account.origin())
            let lineage = report.generation.lineage
            if number == 0 { first = await target.byteCount(of: lineage) }
            #expect(try await target.manifests(of: lineage).count == min(2, number + 1))
            if number > 0 { #expect(await target.byteCount(of: lineage) < first * 5 / 2) }
        }
    }

    @Test("The API switches nothing on without the acknowledgement, and keeps when it was given")
    func acknowledgement() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        #expect(try await test.backup.health() == nil)
        await #expect(throws: RecoveryError.notEnrolled) {
            try await test.backup.run(
                try TestSource(account, messages: 1), from: account.origin())
        }
        try await test.switchOn()
        let health = try #require(try await test.backup.health())
        #expect(health.agreed == UnixTime(seconds: 1_000))
        #expect(health.verdict(at: UnixTime(seconds: 2_000)) == .new)
    }

    @Test("P9: a status tells the last good time, what fails, and what is too old")
    func health() async throws {
        let account = try TestAccount()
        let test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        var source = try TestSource(account, messages: 1)
        _ = try await test.backup.run(source, from: account.origin())
        source.failing = .messages
        test.clock.advance(bySeconds: 1_000)
        await #expect(throws: RecoveryError.store(KeychainError(.interactionNotAllowed, "locked")))
        {
            try await test.backup.run(source, from: account.origin())
        }
        var health = try #require(try await test.backup.health())
        #expect(health.lastSuccess == UnixTime(seconds: 5_000))
        #expect(health.failingSince == UnixTime(seconds: 6_000))
        #expect(health.lastFailure == "INTERACTION_NOT_ALLOWED")
        #expect(health.verdict(at: UnixTime(seconds: 6_000)) == .good)
        #expect(health.verdict(at: UnixTime(seconds: 5_001 + 259_200)) == .failing)
        source.failing = nil
        _ = try await test.backup.run(source, from: account.origin())
        health = try #require(try await test.backup.health())
        #expect(health.failingSince == nil)
        #expect(health.verdict(at: UnixTime(seconds: 6_001 + 259_200)) == .tooOld)
        #expect(health.lastVerified == nil)
        _ = try await test.backup.verify(account.origin())
        #expect(try await test.backup.health()?.lastVerified == UnixTime(seconds: 6_000))
    }

    @Test("P8: no byte of a message, of the phrase or of the backup's key is at the target")
    func blind() async throws {
        let account = try TestAccount()
        let target = MemoryBackupTarget()
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        var source = try TestSource(account, messages: 2)
        let text = Array("a text that nobody else should see".utf8)
        source.tables[.messages]?.append(
            try BackupRecord(.messages, name: text, value: SecretBytes(text)))
        let report = try await test.backup.run(source, from: account.origin())
        var stored = try await target.headers().joined().map { $0 }
        for manifest in try await target.manifests(of: report.generation.lineage) {
            stored += manifest.bytes
        }
        for name in await target.chunkNames(of: report.generation.lineage) {
            stored += try await target.chunk(name, of: report.generation.lineage) ?? []
        }
        let key = try #require(try await test.backup.enrolment()).key.copyBytes()
        for secret in [text, account.phrase.entropy.copyBytes(), key, Array("Phone".utf8)] {
            #expect(!stored.contains(secret))
        }
        #expect(stored.contains(Array("HFB1".utf8)))
    }
}

extension BackupRecord {
    /// The record as it comes out of a backup.
    var withoutTime: BackupRecord {
        get throws { try BackupRecord(table, name: name, value: value) }
    }
}

extension Array where Element == UInt8 {
    func contains(_ part: [UInt8]) -> Bool {
        guard part.count <= count else { return false }
        return (0...(count - part.count)).contains { start in
            self[start] == part[0] && self[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
