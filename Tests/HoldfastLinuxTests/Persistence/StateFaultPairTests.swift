import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// A persisted state over a vault whose disk fails twice: load, change, save, a death, load.
@Suite struct StateFaultPairTests {
    /// An error of the disk, by what fails and how.
    private struct Kind {
        let call: InjectedFault.Call
        let code: Int32
        let moment: InjectedFault.Moment

        static let all: [Kind] = InjectedFault.Moment.allCases.flatMap { moment in
            [
                Kind(call: .write, code: SQLiteCode.full, moment: moment),
                Kind(call: .sync, code: SQLiteCode.ioSync, moment: moment),
                Kind(call: .open, code: SQLiteCode.cannotOpen, moment: moment),
                Kind(call: .read, code: SQLiteCode.ioRead, moment: moment),
            ]
        }
    }

    /// An error, by its kind and by how many such calls come before it.
    private typealias Strike = (kind: Int, ordinal: Int)

    /// One error or two.
    private struct Schedule: CustomStringConvertible {
        let strikes: [Strike]

        var faults: [InjectedFault] {
            strikes.map { strike in
                let kind = Kind.all[strike.kind]
                return InjectedFault(
                    kind.call, ordinal: strike.ordinal, code: kind.code, moment: kind.moment)
            }
        }

        var description: String { "\(strikes)" }
    }

    private let test: TestVault
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        name = try key("state")
    }

    private func persistor(over store: any ItemStore) throws -> StatePersistor<VaultSession> {
        var options = PersistorOptions()
        options.retries = .none
        return try StatePersistor(
            in: store, under: name,
            marker: FirstInstallMarker(
                in: DirectoryContainer(path: test.folder.path + "/app"), named: "session"),
            options: options
        ) { VaultSession() }
    }

    /// Plays a life with errors and then a healthy start.
    ///
    /// - Returns: how many of the errors struck.
    private func play(
        _ schedule: Schedule, _ vfs: RecordingVFS, _ number: inout Int
    ) async throws -> Int {
        let layer = vfs.name
        for fault in schedule.faults { vfs.inject(fault) }
        let struck = try persistor(over: test.open { $0.fileLayer = layer })
        var allowed = [number]
        let isLoaded = await code { try await struck.resume() } == nil
        for count in (number + 1)...(number + 2) {
            allowed.append(count)
            let profile = String(repeating: "x", count: count % 2 == 0 ? 10 : 20_000)
            let isSaved =
                await code {
                    try await struck.resume()
                    try await struck.save(VaultSession(count: count, profile: profile))
                } == nil
            if isSaved { allowed = [count] }
        }
        let strikeCount = schedule.faults.count - vfs.faultsToCome.count
        vfs.clearFaults()
        // The process is gone: another one looks at what is left.
        let left = try await persistor(over: test.open()).load()
        #expect(
            allowed.contains(left.count),
            "\(schedule): \(left.count) of \(allowed), loaded \(isLoaded); \(Rounds.note)")
        number = left.count
        return strikeCount
    }

    @Test("P2: one or two errors of the disk in a life of an app leave a state that was saved")
    func pairs() async throws {
        let first = try persistor(over: test.open())
        try await first.load()
        try await first.save(VaultSession(count: 0))
        let vfs = try RecordingVFS()
        var number = 0
        let singles = try await everySingle(vfs, &number)
        #expect(singles.count > 20, "\(singles.count) single errors")
        var strikeCounts = [0, 0, 0]
        for pair in pairsToPlay(singles) {
            strikeCounts[try await play(pair, vfs, &number)] += 1
        }
        // A first error can end what the second one was to strike, so that many strike once.
        #expect(strikeCounts[2] > strikeCounts.reduce(0, +) / 10, "\(strikeCounts) \(Rounds.note)")
        #expect(number > 0)
        if Rounds.isFull { print("vault: \(singles.count) single errors, pairs \(strikeCounts)") }
    }

    /// Plays each error alone: each kind at the first such call of a life, at the second, and so on
    /// until a life has no more of them.
    ///
    /// Lives differ in length, so three must have none.
    private func everySingle(
        _ vfs: RecordingVFS, _ number: inout Int
    ) async throws -> [Strike] {
        var singles: [Strike] = []
        for kind in Kind.all.indices {
            var missCount = 0
            for ordinal in 1...Self.maximumOrdinal {
                let schedule = Schedule(strikes: [(kind, ordinal)])
                if try await play(schedule, vfs, &number) == 1 {
                    singles.append((kind, ordinal))
                    missCount = 0
                } else {
                    missCount += 1
                }
                if missCount == 3 { break }
            }
            #expect(missCount == 3, "a life has more calls than are struck")
        }
        return singles
    }

    /// All pairs in full rounds, else as many as the run's seed chooses.
    private func pairsToPlay(_ singles: [Strike]) -> [Schedule] {
        if Rounds.isFull {
            return singles.flatMap { first in
                singles.map { Schedule(strikes: [first, $0]) }
            }
        }
        var random = Rounds.generator(27)
        return (0..<40).map { _ in
            Schedule(
                strikes: (0..<2).map { _ in
                    singles[Int.random(in: singles.indices, using: &random)]
                })
        }
    }

    private static let maximumOrdinal = 400
}
