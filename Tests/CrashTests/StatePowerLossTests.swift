import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// The power fails while an app keeps its state in the vault.
///
/// The mark of the first start is no part of the recorded disk. It is synced before a save returns,
/// and so it is there from the first save that was acknowledged on.
@Suite("Power loss under an app's state")
struct StatePowerLossTests {
    private static let acknowledged = "acknowledged"
    private static let saves = 12

    @Test("P5: no power loss takes a saved state away, and none mixes two", arguments: [1, 2])
    func everywhere(partCount: Int) async throws {
        let vault = try CrashedVault(isOnDisk: false)
        let vfs = try RecordingVFS(powersafeOverwrite: partCount == 1)
        try await live(vault, vfs, partCount)
        let log = vfs.log
        var generator = Rounds.generator(UInt64(30 + partCount))
        var seen: Set<Int> = []
        for position in positions(log) {
            let loss = PowerLoss(
                log: log, at: position, sectors: partCount == 1 ? .powersafe : .destroyed)
            let count = log.prefix(position).count { $0 == .mark(Self.acknowledged) }
            // A state of two parts marks that it is being made, which is not recorded here.
            guard count > 0 || partCount == 1 else { continue }
            for survival in survivals(&generator) {
                let what = "at \(position) of \(log.count), \(survival); \(Rounds.note)"
                let files = loss.files(survival)
                do {
                    let state = try await load(files, vault, partCount, isMarked: count > 0)
                    // The first save is of the state that nobody has changed.
                    let allowed = max(count - 1, 0)...count
                    #expect(state.isWhole && allowed.contains(state.count), "\(what)")
                    seen.insert(state.count)
                } catch {
                    Issue.record("\(what): \(error)")
                }
            }
        }
        #expect(seen.count == Self.saves)
    }

    /// Saves a state again and again, with a new start in the middle.
    private func live(
        _ vault: CrashedVault, _ vfs: RecordingVFS, _ partCount: Int
    ) async throws {
        let layer = vfs.name
        for start in [0, Self.saves / 2] {
            let keeper = try persistor(
                vault.open { $0.fileLayer = layer }, vault.folder.path + "/app", partCount)
            try await keeper.load()
            for count in start..<(start + Self.saves / 2) {
                if count > 0 { try await keeper.change { $0.advance(to: count) } }
                try await keeper.flush()
                vfs.mark(Self.acknowledged)
            }
        }
    }

    private func load(
        _ files: [String: [UInt8]], _ vault: CrashedVault, _ partCount: Int, isMarked: Bool
    ) async throws -> KeptState {
        let disk = try Folder()
        let directory = disk.path + "/vault"
        try #require(mkdir(directory, 0o700) == 0)
        try #require(mkdir(disk.path + "/app", 0o700) == 0)
        try PowerLoss.materialise(files, into: directory)
        if isMarked {
            let marks = try Files.contents(of: vault.folder.path + "/app")
            try Files.replace(disk.path + "/app", with: marks)
        }
        let place = VaultLocation(directory: directory, stateDirectory: vault.stateDirectory)
        let keeper = try persistor(
            vault.open { $0.location = place }, disk.path + "/app", partCount)
        return try await keeper.load()
    }

    private func persistor(
        _ vault: LinuxVault, _ app: String, _ partCount: Int
    ) throws -> StatePersistor<KeptState> {
        let key = try ItemKey(service: "kept", account: "state")
        let marker = try FirstInstallMarker(in: DirectoryContainer(path: app), named: "kept")
        if partCount == 1 {
            return try StatePersistor(in: vault, under: key, marker: marker) { KeptState() }
        }
        let page = try ItemKey(service: "kept", account: "page")
        return try StatePersistor(
            parts: [
                StatePart(\.head, in: vault, under: key),
                StatePart(\.page, in: vault, under: page),
            ], marker: marker
        ) { KeptState() }
    }

    /// All in a full run; else before and after each sync.
    private func positions(_ log: [StorageOperation]) -> [Int] {
        if Rounds.isFull { return Array(0...log.count) }
        return (0...log.count).filter { position in
            log[max(0, position - 1)..<min(position + 1, log.count)].contains { operation in
                if case .sync = operation { true } else { false }
            }
        }
    }

    private func survivals(_ generator: inout SplitMix64) -> [PowerLoss.Survival] {
        [.nothingUnsynced, .everything]
            + (0..<Rounds.count(short: 1, full: 8)).map { _ in .random(seed: generator.next()) }
    }
}
