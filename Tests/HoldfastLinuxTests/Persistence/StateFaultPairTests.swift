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

    /// Two errors, each by its kind and by how many such calls come before it.
    private struct Pair: CustomStringConvertible {
        let first: (kind: Int, ordinal: Int)
        let second: (kind: Int, ordinal: Int)

        var faults: [InjectedFault] {
            [first, second].map { fault in
                let kind = Kind.all[fault.kind]
                return InjectedFault(
                    kind.call, ordinal: fault.ordinal, code: kind.code, moment: kind.moment)
            }
        }

        var description: String { "\(first), \(second)" }
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

    /// Plays one pair and then a healthy start.
    ///
    /// - Returns: how many of the two errors struck.
    private func play(_ pair: Pair, _ vfs: RecordingVFS, _ number: inout Int) async throws -> Int {
        let layer = vfs.name
        for fault in pair.faults { vfs.inject(fault) }
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
        let strikeCount = pair.faults.count - vfs.faultsToCome.count
        vfs.clearFaults()
        // The process is gone: another one looks at what is left.
        let left = try await persistor(over: test.open()).load()
        #expect(
            allowed.contains(left.count),
            "\(pair): \(left.count) of \(allowed), loaded \(isLoaded); \(Rounds.note)")
        number = left.count
        return strikeCount
    }

    @Test("P2: two errors of the disk in one life of an app leave a state that was saved")
    func pairs() async throws {
        let first = try persistor(over: test.open())
        try await first.load()
        try await first.save(VaultSession(count: 0))
        let vfs = try RecordingVFS()
        var number = 0
        var strikeCounts = [0, 0, 0]
        for pair in pairsToPlay() {
            strikeCounts[try await play(pair, vfs, &number)] += 1
        }
        // A first error can end what the second one was to strike, so that many strike once.
        #expect(strikeCounts[2] > strikeCounts.reduce(0, +) / 8, "\(strikeCounts) \(Rounds.note)")
        #expect(number > 0)
    }

    /// All pairs in full rounds, else as many as the run's seed chooses.
    private func pairsToPlay() -> [Pair] {
        let kinds = Kind.all.indices
        let ordinals = 1...Self.maximumOrdinal
        let faults = kinds.flatMap { kind in ordinals.map { (kind: kind, ordinal: $0) } }
        if Rounds.isFull {
            return faults.flatMap { first in faults.map { Pair(first: first, second: $0) } }
        }
        var random = Rounds.generator(27)
        return (0..<40).map { _ in
            Pair(
                first: faults[Int.random(in: faults.indices, using: &random)],
                second: faults[Int.random(in: faults.indices, using: &random)])
        }
    }

    /// How many calls of one kind a life makes, give or take.
    private static let maximumOrdinal = 5
}
