import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

@Suite("The new phone")
struct NewPhoneTests {
    private let account: TestAccount
    private let test: TestBackup
    private let directory: MemoryDirectory
    private var slot: SlotID { account.devices[0].record.slot }
    private var old: DeviceID { account.devices[0].device }

    init() async throws {
        account = try TestAccount()
        test = TestBackup(account, target: MemoryBackupTarget())
        try await test.switchOn()
        _ = try await test.backup.run(
            try TestSource(account, messages: 200), from: account.origin())
        directory = try await TestPhone.server(of: account)
    }

    private func activeDevices() throws -> [DeviceRecord] {
        try #require(directory.facts(of: account.account)).activeDevices
    }

    @Test(
        "P7: the words alone give the history and the place back, and put the old key out",
        arguments: [RemovalReason.lost, .retired])
    func comesBack(reason: RemovalReason) async throws {
        let (phone, staging) = (TestPhone(directory), TestStaging())
        let back = try await test.find().restore(
            into: staging, inPlaceOf: slot, reason: reason, as: phone.identity())
        #expect(back.content.recordCounts[.messages] == 200)
        #expect(await staging.used[.messages]?.count == 200)
        #expect(back.identity.device.slot == slot && back.identity.device.name == "Phone")
        #expect(try activeDevices() == [back.identity.device])
        let facts = try #require(directory.facts(of: account.account))
        #expect(facts.members[old]?.standing == .removed(at: 1, reason: reason, lastCounter: 0))
        let opening = try await phone.opened()
        #expect(opening.decision == .proceed(isConfirmed: true))
        #expect(opening.continuity == .recoveryPhrase && opening.record == back.identity)
    }

    @Test("P2: a death of the stores at any step leaves old or new, and the same call goes on")
    func death() async throws {
        var calls = 0
        while true {
            let directory = try await TestPhone.server(of: account)
            let phone = TestPhone(directory)
            let staging = TestStaging(failingAfter: calls)
            let isOver: Bool
            do {
                _ = try await test.find().restore(
                    into: staging, inPlaceOf: slot, as: phone.identity())
                isOver = true
            } catch RecoveryError.store {
                isOver = false
                #expect(await staging.used.isEmpty)
            }
            guard !isOver else { break }
            await staging.revive()
            let back = try await test.find().restore(
                into: staging, inPlaceOf: slot, as: phone.identity())
            #expect(await staging.used[.messages]?.count == 200)
            let facts = try #require(directory.facts(of: account.account))
            // One successor, however often it was begun.
            #expect(facts.members.count == 2 && facts.activeDevices == [back.identity.device])
            calls += 1
        }
        #expect(calls > 6)
    }

    @Test("P2: content that is there stops it before anybody is put out")
    func occupied() async throws {
        let kept = try BackupRecord(.settings, name: [7], value: SecretBytes([7]))
        let staging = TestStaging(used: [.settings: [kept.name: kept]])
        let phone = TestPhone(directory)
        await #expect(throws: RecoveryError.occupied) {
            try await test.find().restore(into: staging, inPlaceOf: slot, as: phone.identity())
        }
        #expect(try activeDevices().map(\.id) == [old])
        _ = try await test.find().restore(
            into: staging, inPlaceOf: slot, as: phone.identity(), occupied: .keep)
        #expect(await staging.used[.settings]?[kept.name] == kept)
    }

    @Test("A damaged backup puts nobody out")
    func damaged() async throws {
        let target = try #require(test.target as? MemoryBackupTarget)
        let found = try await test.find()
        let lineage = found.summary.generation.lineage
        for name in await target.chunkNames(of: lineage) {
            await target.damageChunk(name, of: lineage, to: [1, 2, 3])
        }
        let phone = TestPhone(directory)
        await #expect(throws: RecoveryError.self) {
            try await found.restore(into: TestStaging(), inPlaceOf: slot, as: phone.identity())
        }
        #expect(try activeDevices().map(\.id) == [old])
        #expect(try await phone.opened().record == nil)
    }

    @Test("P7: a log that is not the backup's continuation is not believed, and nobody is put out")
    func otherLog() async throws {
        var longer = account
        try longer.add("Tablet", seed: 4)
        var branch = account
        try branch.add("Branch", seed: 5)
        let second = TestBackup(longer, target: test.target)
        try await second.switchOn()
        _ = try await second.backup.run(
            try TestSource(longer, messages: 1), from: longer.origin())
        let found = try await test.find()
        for (log, expected) in [
            (account, LogError(.wrongSequence, at: 1)), (branch, LogError(.fork, at: 1)),
        ] {
            let server = try await TestPhone.server(of: log)
            await #expect(throws: RecoveryError.identity(.log(expected))) {
                try await found.restore(
                    into: TestStaging(), inPlaceOf: slot, as: TestPhone(server).identity())
            }
            let count = try #require(server.facts(of: account.account)).members.count
            #expect(count == log.devices.count)
        }
    }

    @Test("P7: a fresh phone that is given an older backup learns it from the account's log")
    func older() async throws {
        let found = try await test.find()
        _ = try await test.backup.run(
            try TestSource(account, messages: 300), from: account.origin())
        var noted = account
        try noted.checkpoint(try #require(try await test.backup.known()))
        let server = try await TestPhone.server(of: noted)
        await #expect(throws: RecoveryError.rolledBack(known: 2, found: 1)) {
            try await found.restore(
                into: TestStaging(), inPlaceOf: slot, as: TestPhone(server).identity())
        }
    }

    @Test("A place that the account has given up is made anew under its name")
    func removedPlace() async throws {
        var account = account
        try account.add("Tablet", seed: 4)
        let second = TestBackup(account, device: 1, target: test.target)
        try await second.switchOn()
        _ = try await second.backup.run(
            try TestSource(account, messages: 5), from: account.origin(1))
        let server = try await TestPhone.server(of: account)
        let laptop = TestPhone(server)
        let tablet = account.devices[1].record.slot
        let first = try await test.find().restore(
            into: TestStaging(), inPlaceOf: tablet, as: laptop.identity())
        // Its owner gives the laptop up; then the words are used again.
        let identity = laptop.identity()
        _ = try await identity.open(.foreground)
        try await identity.revoke(
            first.identity.device.id, reason: .retired, prompt: Prompt(title: "Leave?"))
        let back = try await test.find().restore(
            into: TestStaging(), inPlaceOf: tablet, as: TestPhone(server).identity())
        #expect(back.identity.device.name == "Tablet" && back.identity.device.slot != tablet)
        await #expect(throws: RecoveryError.identity(.joining(.unknownDevice))) {
            let nowhere = try #require(SlotID([UInt8](repeating: 3, count: SlotID.byteCount)))
            _ = try await test.find().restore(
                into: TestStaging(), inPlaceOf: nowhere, as: TestPhone(server).identity())
        }
    }

    @Test("A device that is in the account stays who it is and gets the content")
    func ownDevice() async throws {
        let phone = TestPhone(directory)
        let first = try await test.find().restore(
            into: TestStaging(), inPlaceOf: slot, as: phone.identity())
        let again = try await test.find().restore(
            into: TestStaging(), inPlaceOf: slot, as: phone.identity())
        #expect(again.identity == first.identity)
        #expect(try #require(directory.facts(of: account.account)).members.count == 2)
    }

    @Test("A device of another account, and a server that is not heard, change nothing")
    func refused() async throws {
        let other = TestPhone(directory)
        let identity = other.identity()
        _ = try await identity.open(.foreground)
        try await identity.begin(named: "mine", recovery: nil)
        await #expect(throws: RecoveryError.identity(.joining(.otherAccount))) {
            try await test.find().restore(
                into: TestStaging(), inPlaceOf: slot, as: other.identity())
        }
        directory.behave(.unreachable)
        let found = try await test.find()
        await #expect(throws: RecoveryError.identity(.notPermitted(.notYet(.serverNotHeard)))) {
            try await found.restore(
                into: TestStaging(), inPlaceOf: slot, as: TestPhone(directory).identity())
        }
        directory.behave(nil)
        #expect(try activeDevices().map(\.id) == [old])
    }
}
