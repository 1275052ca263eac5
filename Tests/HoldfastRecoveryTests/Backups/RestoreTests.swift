import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

@Suite("Restoring")
struct RestoreTests {
    private let account: TestAccount
    private let test: TestBackup
    private let source: TestSource

    init() async throws {
        account = try TestAccount()
        test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        source = try TestSource(account, messages: 600, byteCount: 1_000)
        _ = try await test.backup.run(source, from: account.origin())
    }

    @Test("P2: a death at any step leaves what is there, and the next start goes on where it was")
    func death() async throws {
        let kept = try BackupRecord(.settings, name: [7], value: SecretBytes([7]))
        var calls = 0
        while true {
            let staging = TestStaging(
                used: [.settings: [kept.name: kept]], failingAfter: calls)
            let found = try await test.find()
            do {
                _ = try await found.restore(into: staging, occupied: .keep)
                #expect(calls > 8)
                break
            } catch RecoveryError.store {
                #expect(await staging.used.count == 1)
            }
            let before = await staging.stagedCount
            await staging.revive()
            _ = try await test.find().restore(into: staging, occupied: .keep)
            #expect(await staging.stagedCount >= before)
            let used = await staging.used
            #expect(used[.settings]?[kept.name] == kept)
            #expect(used[.messages]?.count == 600)
            calls += 1
        }
    }

    @Test("P2: content that is there is not stood on unless the person was told")
    func occupied() async throws {
        let kept = try BackupRecord(.settings, name: [7], value: SecretBytes([7]))
        let staging = TestStaging(used: [.settings: [kept.name: kept]])
        await #expect(throws: RecoveryError.occupied) {
            try await test.find().restore(into: staging)
        }
        #expect(await staging.generation == nil)
        _ = try await test.find().restore(into: staging, occupied: .keep)
        #expect(await staging.used[.settings]?[kept.name] == kept)
    }

    @Test("A full disk during a restore is the store's own error, and leaves what is there")
    func full() async throws {
        let failure = KeychainError(
            .unknown, "full", nativeDomain: "errno", nativeCode: 28)
        let staging = TestStaging(failingAfter: 4, with: failure)
        await #expect(throws: RecoveryError.store(failure)) {
            try await test.find().restore(into: staging)
        }
        #expect(await staging.used.isEmpty)
    }

    @Test("P9: counts that do not match are an error, and nothing takes its place")
    func counts() async throws {
        let staging = TestStaging()
        let found = try await test.find()
        _ = try await found.stage(into: staging)
        await staging.lose(.messages, in: account.devices[0].record.slot)
        await #expect(
            throws: RecoveryError.countsDiffer(.messages, expected: 600, found: 599)
        ) {
            try await found.restore(into: staging)
        }
        #expect(await staging.used.isEmpty)
    }

    @Test("What was staged of an older generation is dropped")
    func newer() async throws {
        let staging = TestStaging(failingAfter: 5)
        await #expect(throws: RecoveryError.self) {
            try await test.find().restore(into: staging)
        }
        #expect(await staging.stagedCount > 0)
        var source = source
        source.tables[.messages]?.removeFirst(10)
        _ = try await test.backup.run(source, from: account.origin())
        await staging.revive()
        _ = try await test.find().restore(into: staging)
        #expect(await staging.used[.messages]?.count == 590)
    }

    @Test("Progress is told for each piece, to its end")
    func progress() async throws {
        let steps = Locked<[FoundBackup.Progress]>([])
        _ = try await test.find().restore(into: TestStaging()) { step in
            steps.withLock { $0.append(step) }
        }
        let all = steps.withLock { $0 }
        #expect(all.map(\.stagedCount) == Array(1...all.count))
        #expect(all.allSatisfy { $0.pieceCount == all.count })
    }

    @Test("A log from elsewhere that is another account's, or another branch, is refused")
    func logs() async throws {
        let other = try TestAccount(seed: 6)
        await #expect(throws: RecoveryError.damaged(BackupDamage(.log, .misplaced))) {
            try await test.find(witness: RestoreWitness(log: other.log))
        }
        var longer = account
        try longer.add("Tablet", seed: 4)
        _ = try await test.find(witness: RestoreWitness(log: longer.log))
        var branch = account
        try branch.add("Branch", seed: 5)
        let second = TestBackup(longer, target: test.target)
        try await second.switchOn()
        _ = try await second.backup.run(
            try TestSource(longer, messages: 1), from: longer.origin())
        await #expect(throws: RecoveryError.damaged(BackupDamage(.log, .contradictory))) {
            try await test.find(witness: RestoreWitness(log: branch.log))
        }
    }
}
