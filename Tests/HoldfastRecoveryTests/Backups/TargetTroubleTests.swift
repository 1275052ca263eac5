import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastRecovery

@Suite("The place of the backup fails")
struct TargetTroubleTests {
    /// What a relay can come to.
    enum Trouble: String, CaseIterable {
        case full
        case failing
        case refusing

        var error: BackupTargetError {
            switch self {
            case .full: .full
            case .failing: .unreachable(retryAfterSeconds: 60)
            case .refusing: .refused
            }
        }
    }

    @Test(
        "P2: wherever it fails, a generation is restorable, the error is its own, and it goes on",
        arguments: Trouble.allCases)
    func everywhere(trouble: Trouble) async throws {
        var calls = 0
        while true {
            let account = try TestAccount()
            let memory = MemoryBackupTarget()
            let target = TroubledTarget(memory)
            let test = TestBackup(account, target: target)
            try await test.switchOn()
            _ = try await test.backup.run(
                try TestSource(account, messages: 20), from: account.origin())
            let more = try TestSource(account, messages: 30)
            await target.fail(after: calls, with: trouble.error)
            let isOver: Bool
            do {
                _ = try await test.backup.run(more, from: account.origin())
                isOver = true
            } catch RecoveryError.target(let error) {
                isOver = false
                #expect(error == trouble.error)
            }
            await target.fail(after: .max)
            guard !isOver else { break }
            let left = try await test.find().summary.count(of: .messages)
            #expect(left == 20 || left == 30)
            let health = try #require(try await test.backup.health())
            #expect(health.failingSince == UnixTime(seconds: 5_000))
            _ = try await test.backup.run(more, from: account.origin())
            #expect(try await test.backup.health()?.failingSince == nil)
            let staging = TestStaging()
            _ = try await test.find().restore(into: staging)
            #expect(await staging.used[.messages]?.count == 30)
            calls += 1
        }
        #expect(calls > 4)
    }

    @Test("P9: a relay that fails for days is told, since when and why, and is forgotten after it")
    func forDays() async throws {
        let account = try TestAccount()
        let target = TroubledTarget(MemoryBackupTarget())
        let test = TestBackup(account, target: target)
        try await test.switchOn()
        let source = try TestSource(account, messages: 3)
        _ = try await test.backup.run(source, from: account.origin())
        await target.fail(after: 0, with: .unreachable(retryAfterSeconds: nil))
        for _ in 0..<4 {
            test.clock.advance(bySeconds: 86_400)
            await #expect(
                throws: RecoveryError.target(.unreachable(retryAfterSeconds: nil))
            ) {
                try await test.backup.run(source, from: account.origin())
            }
        }
        let health = try #require(try await test.backup.health())
        #expect(health.failingSince == UnixTime(seconds: 5_000 + 86_400))
        #expect(health.lastSuccess == UnixTime(seconds: 5_000))
        #expect(health.verdict(at: test.clock.now) == .failing)
        await target.fail(after: .max)
        _ = try await test.backup.run(source, from: account.origin())
        let after = try #require(try await test.backup.health())
        #expect(after.failingSince == nil && after.verdict(at: test.clock.now) == .good)
    }

    @Test("A relay that is full when the backup is switched on switches nothing on by halves")
    func switchingOn() async throws {
        var calls = 0
        while true {
            let account = try TestAccount()
            let target = TroubledTarget(MemoryBackupTarget())
            let test = TestBackup(account, target: target)
            await target.fail(after: calls, with: .full)
            do {
                try await test.switchOn()
                break
            } catch RecoveryError.target(let error) {
                #expect(error == .full)
            }
            await target.fail(after: .max)
            try await test.switchOn()
            _ = try await test.backup.run(
                try TestSource(account, messages: 3), from: account.origin())
            #expect(try await test.find().summary.count(of: .messages) == 3)
            #expect(try await target.headers().count == 1)
            calls += 1
        }
        #expect(calls > 0)
    }
}
