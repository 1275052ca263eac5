import CrashSupport
import FoundationEssentials
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastSQLite
import Testing

@testable import HoldfastLinux

/// The power fails after each operation of the disk, in many ways.
///
/// Covered: everything that goes through SQLite, the making of a vault under its temporary name
/// included, and the sequence file in any age. Not recorded: the `link` that gives a new vault its
/// name, and the device secret; both are synced with their directories by calls of their own.
@Suite("Power loss under the vault")
struct PowerLossTests {
    @Test(
        "P5: no power loss loses what was acknowledged, and none leaves a half",
        arguments: PowerLoss.Sectors.allCases)
    func everywhere(sectors: PowerLoss.Sectors) async throws {
        let script = try PowerLossScript(powersafeOverwrite: sectors == .powersafe)
        try await script.run()
        let log = script.vfs.log
        var generator = Rounds.generator(sectors == .powersafe ? 3 : 4)
        var survey = Survey()
        for position in positions(log, &generator) {
            let loss = PowerLoss(log: log, at: position, sectors: sectors)
            let count = log.prefix(position).count { $0 == .mark(PowerLossScript.acknowledged) }
            var seen: [[String: Data]] = []
            for survival in survivals(&generator) {
                let files = loss.files(survival)
                // Data compares by whole memory.
                let comparable = files.mapValues { Data($0) }
                guard !seen.contains(comparable) else { continue }
                seen.append(comparable)
                let what = "at \(position) of \(log.count), \(survival); \(Rounds.note)"
                try await look(files, script, count, &generator, &survey, what)
            }
        }
        // The survey is worth something only if unfinished work was seen to come and to go.
        #expect(survey.diskCount > 100 && survey.kept > 10 && survey.lost > 10, "\(survey)")
    }

    @Test("what gets a new vault's name is on the disk by then")
    func creation() async throws {
        let script = try PowerLossScript(powersafeOverwrite: true)
        try await script.run()
        let log = script.vfs.log
        let named = log.firstIndex { operation in
            if case .found(let file, _) = operation {
                file.path.hasSuffix("/vault.db")
            } else {
                false
            }
        }
        let position = try #require(named)
        guard case .found(_, let bytes) = log[position] else { return }
        let files = PowerLoss(log: log, at: position).files(.nothingUnsynced)
        let temporary = files.filter { $0.key.hasSuffix(".new") }
        #expect(temporary.count == 1 && temporary.values.first == bytes)
    }

    // MARK: - Choosing

    struct Survey {
        var diskCount = 0
        /// Changes that were there though nobody was told so yet.
        var kept = 0
        var lost = 0
    }

    /// All in a full run; else before and after each sync, and a seeded stride.
    private func positions(
        _ log: [StorageOperation], _ generator: inout SplitMix64
    ) -> [Int] {
        if Rounds.isFull { return Array(0...log.count) }
        let phase = Int.random(in: 0..<41, using: &generator)
        return (0...log.count).filter { position in
            let around = log[max(0, position - 1)..<min(position + 1, log.count)]
            return position % 41 == phase || around.contains(where: \.isSync)
        }
    }

    private func survivals(_ generator: inout SplitMix64) -> [PowerLoss.Survival] {
        [.nothingUnsynced, .everything]
            + (0..<Rounds.count(short: 1, full: 8)).map { _ in .random(seed: generator.next()) }
    }

    // MARK: - Looking

    private func look(
        _ files: [String: [UInt8]], _ script: PowerLossScript, _ count: Int,
        _ generator: inout SplitMix64, _ survey: inout Survey, _ what: String
    ) async throws {
        survey.diskCount += 1
        let disk = try Folder()
        let directory = disk.path + "/vault"
        try #require(mkdir(directory, 0o700) == 0)
        try PowerLoss.materialise(files, into: directory)
        // Not synced, so of any age; never ahead of what was durable.
        let isThere = files.keys.contains { $0.hasSuffix("/vault.db") }
        let floor = ([nil] + script.floors.prefix(count + 1)).randomElement(using: &generator)
        if isThere, let floor = Bool.random(using: &generator) ? script.floors[count] : floor {
            if let floor { try Files.write(floor, to: directory + "/sequence") }
        }
        let place = VaultLocation(
            directory: directory, stateDirectory: script.vault.stateDirectory)
        let vault = script.vault.open { configuration in
            configuration.location = place
            configuration.keepKeysInProcess()
        }
        let allowed = script.states[count...min(count + 1, script.states.count - 1)]
        do {
            let state = try await state(of: vault, Array(allowed))
            // A failure must not print whole values.
            let isAllowed = allowed.contains(state)
            #expect(isAllowed, "\(what): \(summary(state))")
            if allowed.count == 2, allowed.first != allowed.last {
                if state == allowed.last { survey.kept += 1 } else { survey.lost += 1 }
            }
            let items = try vault.locked { (core) throws(KeychainError) in try core.checkAll().items
            }
            #expect(items == state.items.count, "\(what)")
        } catch {
            Issue.record("\(what): \(error)")
        }
    }

    /// Opens the vault with whichever passcode it can have, and reads all of it.
    private func state(
        of vault: LinuxVault, _ allowed: [PowerLossScript.State]
    ) async throws -> PowerLossScript.State {
        var state = PowerLossScript.State()
        if try await vault.status().hasPasscode {
            for passcode in Set(allowed.compactMap(\.passcode)) {
                do throws(KeychainError) {
                    try await vault.unlock(with: SecretBytes(utf8: passcode), keeping: .process)
                    state.passcode = passcode
                } catch {
                    guard error.code == .authFailed else { throw error }
                }
            }
        }
        let names = Set(allowed.flatMap(\.items.keys))
        for name in names {
            do throws(KeychainError) {
                let item = try vault.readWithoutPrompt(try PowerLossScript.key(name))
                state.items[name] = item.map { .value($0.value.copyBytes()) }
            } catch {
                guard error.code == .keyInvalidated else { throw error }
                state.items[name] = .invalidated
            }
        }
        let listed = try vault.listWithoutPrompt(service: nil).map(\.key.account).sorted()
        #expect(listed == state.items.keys.sorted())
        return state
    }

    private func summary(_ state: PowerLossScript.State) -> String {
        let items = state.items.sorted { $0.key < $1.key }.map { name, answer in
            switch answer {
            case .value(let bytes):
                "\(name) \(CountedValue(bytes).map { "\($0.count)" } ?? "damaged")"
            case .invalidated: "\(name) invalidated"
            }
        }
        return items.joined(separator: ", ") + "; passcode \(state.passcode ?? "none")"
    }
}

extension StorageOperation {
    fileprivate var isSync: Bool {
        if case .sync = self { true } else { false }
    }
}
