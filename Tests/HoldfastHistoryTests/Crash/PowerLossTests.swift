import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastHistory

/// The power fails after each operation of the disk, in many ways.
@Suite("Power loss under a history")
struct HistoryPowerLossTests {
    private static let acknowledged = "acknowledged"
    private static let limit: UInt64 = 8

    /// A history's life, with what must be there after each step.
    private final class Script {
        let test: HistoryTest
        let vfs: RecordingVFS
        private(set) var views = [HistoryView()]
        /// The mark beside the history after each step.
        private(set) var marks: [[UInt8]?] = [nil]
        private var history: HistoryDatabase

        init(powersafeOverwrite: Bool) throws {
            test = try HistoryTest()
            vfs = try RecordingVFS(powersafeOverwrite: powersafeOverwrite)
            history = test.open(layer: vfs.name)
        }

        private func step(_ body: (HistoryDatabase) async throws -> Void) async throws {
            try await body(history)
            vfs.mark(HistoryPowerLossTests.acknowledged)
            views.append(
                try await HistoryView(history, test.sample, upTo: HistoryPowerLossTests.limit))
            marks.append(try Files.read(test.path + "/sequence"))
        }

        func run() async throws {
            let (test, sample) = (test, test.sample)
            try await step { try await $0.make() }
            try await step { try await $0.writeIdentity([1, 2, 3]) }
            try await step { try await $0.apply(try sample.adding(0...3)) }
            for number in 0..<2 as Range<UInt64> {
                try await step {
                    _ = try await $0.commit(
                        try sample.opened(number, spent: try sample.prekey(number)))
                }
            }
            try await step { try await $0.commit(try sample.failed(2)) }
            try await history.close()
            history = test.open(layer: vfs.name)
            try await step {
                _ = try await $0.commit(try sample.opened(2, attempt: 1, byteCount: 20_000))
            }
            try await step { try await $0.enqueue(try test.draft(3), to: [sample.account]) }
            let waiting = try #require(try await history.waitingMessages().first)
            try await step { try await $0.store(try test.envelope(3), of: waiting.entry) }
            try await step { try await $0.wasAccepted(try sample.message(3)) }
            try await step { try await $0.take(sample.account, upTo: 3) }
            try await step { try await $0.apply(try sample.adding(2...5, epoch: 2)) }
            try await history.close()
            history = test.open(layer: vfs.name)
            try await step { try await $0.writeIdentity([4]) }
            try await history.close()
        }
    }

    @Test(
        "P5: no power loss loses what was acknowledged, and none leaves a half",
        arguments: PowerLoss.Sectors.allCases)
    func everywhere(sectors: PowerLoss.Sectors) async throws {
        let script = try Script(powersafeOverwrite: sectors == .powersafe)
        try await script.run()
        let log = script.vfs.log
        var generator = Rounds.generator(sectors == .powersafe ? 70 : 71)
        var survey = (disks: 0, kept: 0, lost: 0)
        for position in positions(log, &generator) {
            let loss = PowerLoss(log: log, at: position, sectors: sectors)
            let count = log.prefix(position).count { $0 == .mark(Self.acknowledged) }
            for survival in survivals(&generator) {
                let what = "at \(position) of \(log.count), \(survival); \(Rounds.note)"
                let allowed = Array(script.views[count...min(count + 1, script.views.count - 1)])
                do {
                    let found = try await look(
                        loss.files(survival), script, count, &generator)
                    let isAllowed = allowed.contains(found)
                    #expect(isAllowed, "\(what)")
                    if allowed.count == 2, allowed[0] != allowed[1] {
                        if found == allowed[1] { survey.kept += 1 } else { survey.lost += 1 }
                    }
                } catch {
                    Issue.record("\(what): \(error)")
                }
                survey.disks += 1
            }
        }
        #expect(survey.disks > 100 && survey.kept > 5 && survey.lost > 5, "\(survey)")
    }

    private func positions(
        _ log: [StorageOperation], _ generator: inout SplitMix64
    ) -> [Int] {
        if Rounds.isFull { return Array(0...log.count) }
        let phase = Int.random(in: 0..<23, using: &generator)
        return (0...log.count).filter { position in
            position % 23 == phase
                || log[max(0, position - 1)..<min(position + 1, log.count)].contains {
                    if case .sync = $0 { true } else { false }
                }
        }
    }

    private func survivals(_ generator: inout SplitMix64) -> [PowerLoss.Survival] {
        [.nothingUnsynced, .everything]
            + (0..<Rounds.count(short: 1, full: 6)).map { _ in .random(seed: generator.next()) }
    }

    private func look(
        _ files: [String: [UInt8]], _ script: Script, _ count: Int,
        _ generator: inout SplitMix64
    ) async throws -> HistoryView {
        let folder = try Folder()
        try PowerLoss.materialise(files, into: folder.path)
        let hasFile = try Files.names(in: folder.path).contains("history.db")
        // Not synced, so of any age; never ahead of what was durable.
        let mark = script.marks[0...count].randomElement(using: &generator) ?? nil
        if hasFile, let mark { try Files.write(mark, to: folder.path + "/sequence") }
        let history = script.test.open(
            at: folder.path, store: try await Self.store(of: script, isMade: hasFile))
        guard hasFile else {
            #expect(try await history.standing() == .missing)
            return HistoryView()
        }
        #expect(try await history.standing() == .current)
        let view = try await HistoryView(history, script.test.sample, upTo: Self.limit)
        try await history.close()
        return view
    }

    /// The item store as it was when the history was made: the oldest place that it can have.
    private static func store(of script: Script, isMade: Bool) async throws -> MemoryStore {
        let store = MemoryStore()
        guard isMade else { return store }
        for account in ["storage-key", "place"] {
            let name = try ItemKey(service: StorageSlots.service, account: account)
            let item = try #require(try script.test.store.readWithoutPrompt(name))
            var bytes = item.value.copyBytes()
            if account == "place" {
                bytes.replaceSubrange(DatabaseID.byteCount..., with: [0, 0, 0, 0, 0, 0, 0, 1])
            }
            try store.writeWithoutPrompt(SecretBytes(bytes), for: name, options: .standard)
        }
        return store
    }
}
