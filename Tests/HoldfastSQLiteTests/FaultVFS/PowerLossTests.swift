#if os(Linux)
import FoundationEssentials
import HoldfastSQLite
import Testing

@Suite("Power loss under a plain table")
struct PowerLossTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test("with full sync no power loss loses what was acknowledged, nor a part of a transaction")
    func full() throws {
        let log = try record(Ledger())
        let survey = try survey(log)
        #expect(survey.losses == [:])
        // The survey is worth something only if it saw many disks, and unfinished work come and go.
        #expect(survey.diskCount > 400)
        #expect(survey.keptUnacknowledged > 0 && survey.lostUnacknowledged > 0)
    }

    @Test("without sync a loss is found")
    func off() throws {
        let survey = try survey(record(Ledger(synchronous: "OFF")))
        #expect(survey.losses[.acknowledged, default: 0] > 0)
        #expect(survey.losses[.inconsistent, default: 0] > 0)
    }

    @Test("with normal sync, transactions are lost but none in part, as SQLite documents")
    func normal() throws {
        let survey = try survey(record(Ledger(synchronous: "NORMAL")))
        #expect(survey.losses[.acknowledged, default: 0] > 0)
        #expect(survey.losses[.inconsistent] == nil)
    }

    @Test("a disk that ignores the syncs of one file is found", arguments: ["db", "db-wal"])
    func lyingDisk(name: String) throws {
        let path = scratch.file(name)
        let log = try record(Ledger()).filter { operation in
            if case .sync(let file, _) = operation { file.path != path } else { true }
        }
        #expect(try survey(log).losses != [:])
    }

    @Test("with a rollback journal, extra sync keeps every acknowledged transaction")
    func rollbackJournal() throws {
        let survey = try survey(record(Ledger(synchronous: "EXTRA", journalMode: "DELETE")))
        #expect(survey.losses == [:])
        #expect(survey.diskCount > 400)
    }

    @Test("with a rollback journal and full sync, the journal's return is found, as documented")
    func rollbackJournalReturns() throws {
        let survey = try survey(record(Ledger(synchronous: "FULL", journalMode: "DELETE")))
        #expect(survey.losses[.acknowledged, default: 0] > 0)
        #expect(survey.losses[.inconsistent] == nil)
    }

    @Test("a disk that destroys whole sectors is survived if SQLite is told so, and else found")
    func destroyedSectors() throws {
        let told = try survey(record(Ledger(), powersafeOverwrite: false), sectors: .destroyed)
        #expect(told.losses == [:])
        try Scratch.removeDatabase(at: scratch.file("db"))
        let untold = try survey(record(Ledger()), sectors: .destroyed)
        #expect(untold.losses != [:])
    }
}

// MARK: - Recording and looking

extension PowerLossTests {
    struct Survey {
        var diskCount = 0
        var losses: [Ledger.Loss: Int] = [:]
        var keptUnacknowledged = 0
        var lostUnacknowledged = 0
    }

    static let survivals: [PowerLoss.Survival] =
        [.nothingUnsynced, .everything] + (1...20).map { seed in .random(seed: seed) }

    func record(_ ledger: Ledger, powersafeOverwrite: Bool = true) throws -> [StorageOperation] {
        let vfs = try RecordingVFS(powersafeOverwrite: powersafeOverwrite)
        try ledger.write(to: scratch.file("db"), through: vfs)
        return vfs.log
    }

    /// Lets the power fail after each operation, in each way, and looks at what is left.
    func survey(
        _ log: [StorageOperation], sectors: PowerLoss.Sectors = .powersafe
    ) throws -> Survey {
        var survey = Survey()
        for position in 0...log.count {
            let loss = PowerLoss(log: log, at: position, sectors: sectors)
            let acknowledged = log.prefix(position).count { operation in
                operation == .mark(Ledger.acknowledged)
            }
            // Where nothing is on its way, all outcomes are one.
            var seen: [[String: Data]] = []
            for survival in Self.survivals {
                let files = loss.files(survival)
                // Data compares by whole memory.
                let comparable = files.mapValues { bytes in Data(bytes) }
                if seen.contains(comparable) { continue }
                seen.append(comparable)
                try look(at: files, acknowledged: acknowledged, &survey)
            }
        }
        return survey
    }

    private func look(
        at files: [String: [UInt8]], acknowledged: Int, _ survey: inout Survey
    ) throws {
        survey.diskCount += 1
        let disk = try Scratch()
        try PowerLoss.materialise(files, into: disk.path)
        do throws(Ledger.Loss) {
            let count = try Ledger.check(disk.file("db"), acknowledged: acknowledged)
            if count > acknowledged { survey.keptUnacknowledged += 1 }
            if count == acknowledged { survey.lostUnacknowledged += 1 }
        } catch {
            survey.losses[error, default: 0] += 1
        }
    }
}
#endif
