import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastRecovery

/// What no kept generation needs goes in the end, and nothing that one needs ever does.
@Suite("What is left over at the place of a backup")
struct SweepTests {
    private let account: TestAccount
    private let memory = MemoryBackupTarget()
    private let target: TroubledTarget
    private let test: TestBackup

    init() async throws {
        account = try TestAccount()
        target = TroubledTarget(memory)
        test = TestBackup(account, target: target)
        try await test.switchOn()
    }

    private func source(_ number: Int, of account: TestAccount? = nil) throws -> TestSource {
        try TestSource(
            account ?? self.account, messages: 200, byteCount: 2_000, from: number * 1_000)
    }

    /// The names that the kept generations need.
    private func needed(_ lineage: SlotID) async throws -> Set<Digest256> {
        let keys = try #require(try await test.backup.enrolment()).keys()
        let reader = ChunkReader(
            keys: keys, target: memory, queue: BlockingQueue(label: "test"))
        var names: Set<Digest256> = []
        for signed in try await memory.manifests(of: lineage) {
            for section in try BackupManifest(signed, keys).sections {
                for table in section.tables {
                    for (number, page) in table.pages.enumerated() {
                        names.insert(page.name)
                        let entries = try await reader.entries(
                            of: page, number, table.table, section.slot)
                        names.formUnion(entries.map(\.name))
                    }
                }
            }
        }
        return names
    }

    @Test("P2: a sweep that dies at any step is done by a later backup, and takes nothing needed")
    func diedSweep() async throws {
        for number in 0..<2 {
            _ = try await test.backup.run(try source(number), from: account.origin())
        }
        let lineage = try #require(try await test.backup.known()).lineage
        var calls = 0
        var leftOver = 0
        var number = 2
        while true {
            await target.fail(after: calls, with: .unreachable(retryAfterSeconds: nil))
            let isOver: Bool
            do {
                _ = try await test.backup.run(try source(number), from: account.origin())
                isOver = true
            } catch RecoveryError.target(.unreachable) {
                isOver = false
            }
            await target.fail(after: .max)
            var present = await memory.chunkNames(of: lineage)
            var needed = try await needed(lineage)
            #expect(present.isSuperset(of: needed), "P2: nothing that is needed is gone")
            if present != needed { leftOver += 1 }
            // The next backup of the same content, and one of other content, sweep what was left.
            _ = try await test.backup.run(try source(number), from: account.origin())
            _ = try await test.backup.run(try source(number + 1), from: account.origin())
            present = await memory.chunkNames(of: lineage)
            needed = try await self.needed(lineage)
            #expect(present == needed, "after \(calls) calls")
            if isOver { break }
            calls += 1
            number += 2
        }
        #expect(calls > 10 && leftOver > 1)
        #expect(try await test.find().summary.count(of: .messages) == 200)
        try await test.backup.verify(account.origin())
    }

    @Test("P2: what another device's section needs is not swept, also by a late sweep")
    func otherDevice() async throws {
        var account = account
        try account.add("Laptop", seed: 2)
        let laptop = TestBackup(account, device: 1, target: memory)
        _ = try await test.backup.run(try source(0, of: account), from: account.origin())
        try await laptop.switchOn()
        _ = try await laptop.backup.run(try source(50, of: account), from: account.origin(1))
        let lineage = try #require(try await laptop.backup.known()).lineage
        // The phone's sweeps fail from its third backup on, and the laptop writes in between: a
        // generation is dropped that has pieces of both which no other has.
        await target.failRemovals(with: .refused)
        _ = try await test.backup.run(try source(1, of: account), from: account.origin())
        _ = try await laptop.backup.run(try source(51, of: account), from: account.origin(1))
        for number in 2..<4 {
            await #expect(throws: RecoveryError.target(.refused)) {
                try await test.backup.run(try source(number, of: account), from: account.origin())
            }
            _ = try await laptop.backup.run(
                try source(50 + number, of: account), from: account.origin(1))
        }
        await target.failRemovals(with: nil)
        for number in 4..<6 {
            _ = try await test.backup.run(try source(number, of: account), from: account.origin())
            #expect(
                await memory.chunkNames(of: lineage).isSuperset(of: try await needed(lineage)))
        }
        #expect(await memory.chunkNames(of: lineage) == (try await needed(lineage)))
        let found = try await laptop.find()
        #expect(found.summary.count(of: .messages) == 400)
        _ = try await found.restore(into: TestStaging())
    }

    @Test("P2: of a backup that another took the place of all goes, wherever the removal died")
    func replacedLineage() async throws {
        var calls = 0
        while true {
            let memory = MemoryBackupTarget()
            let target = TroubledTarget(memory)
            let test = TestBackup(account, target: target)
            try await test.switchOn()
            let old = try await test.backup.run(try source(0), from: account.origin())
            test.clock.advance(bySeconds: 10)
            try await test.backup.beginLineage()
            let new = try await test.backup.run(try source(0), from: account.origin())
            await target.fail(after: calls, with: .unreachable(retryAfterSeconds: nil))
            let isOver: Bool
            do {
                try await test.backup.finishChange(origin: account.origin())
                isOver = true
            } catch RecoveryError.target {
                isOver = false
                #expect(try await test.backup.isChanging())
            }
            await target.fail(after: .max)
            #expect(try await test.find().summary.generation == new.generation)
            try await test.backup.finishChange(origin: account.origin())
            #expect(try await !test.backup.isChanging())
            #expect(await memory.chunkNames(of: old.generation.lineage).isEmpty)
            #expect(try await memory.manifests(of: old.generation.lineage).isEmpty)
            #expect(try await memory.headers().count == 1)
            _ = try await test.find().restore(into: TestStaging())
            if isOver { break }
            calls += 1
        }
        #expect(calls > 3)
    }

    @Test("Notes of what is to go that cannot be read cost no backup")
    func damagedNotes() async throws {
        for number in 0..<3 {
            _ = try await test.backup.run(try source(number), from: account.origin())
        }
        let key = try ItemKey(service: "holdfast.recovery", account: "backup.dropped")
        let item = try #require(try await test.store.read(key, prompt: .standard))
        #expect(item.attributes.protection.accessibility.isThisDeviceOnly)
        for bytes in [[], [0, 1], [0, 2, 0], [0, 1, 3, 1, 2, 3]] as [[UInt8]] {
            _ = try await test.store.write(
                SecretBytes(bytes), for: key, options: .standard, prompt: .standard)
            _ = try await test.backup.run(try source(3), from: account.origin())
        }
        #expect(try await test.find().summary.count(of: .messages) == 200)
    }
}
