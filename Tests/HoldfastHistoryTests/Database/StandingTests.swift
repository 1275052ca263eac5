import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("Key, file and place of a history")
struct StandingTests {
    private static let key = ("holdfast.history", "storage-key")

    private func code(_ body: () async throws -> Void) async -> KeychainError.Code? {
        do {
            try await body()
            return nil
        } catch let error as KeychainError {
            return error.code
        } catch {
            Issue.record("another error: \(error)")
            return nil
        }
    }

    @Test("P1: nothing there is an answer, and reading makes nothing")
    func missing() async throws {
        let test = try HistoryTest()
        let history = test.open()
        #expect(try await history.standing() == .missing)
        #expect(try await history.readIdentity() == nil)
        #expect(try Files.names(in: test.folder.path).isEmpty)
        #expect(try test.store.listWithoutPrompt(service: nil).isEmpty)
        // What belongs to an identity is not asked of a history that is not there.
        #expect(
            await code {
                _ = try await history.prekeyRows()
            } == .unknown)
    }

    @Test("an identity's entry makes the history, with modes that keep others out")
    func made() async throws {
        let test = try HistoryTest()
        let history = test.open()
        try await history.writeIdentity([1, 2, 3])
        #expect(try await test.open().readIdentity() == [1, 2, 3])
        #expect(try await test.open().standing() == .current)
        #expect(try Files.permissions(test.path) == 0o700)
        for name in try Files.names(in: test.path) {
            #expect(try Files.permissions(test.path + "/" + name) == 0o600, "\(name)")
        }
        let key = try ItemKey(service: Self.key.0, account: Self.key.1)
        let attributes = try #require(try test.store.attributesWithoutPrompt(of: key))
        #expect(attributes.protection.accessControl == .none)
        #expect(attributes.protection.accessibility == .afterFirstUnlockThisDeviceOnly)
    }

    @Test("P3: while the key cannot be read, nothing is answered, made or changed")
    func locked() async throws {
        let test = try HistoryTest()
        let error = KeychainError(.interactionNotAllowed, "locked")
        test.store.failNext(.read, with: error)
        let fresh = test.open()
        #expect(
            await code { try await fresh.make() }
                == .interactionNotAllowed)
        #expect(try !Files.names(in: test.path).contains("history.db"))
        try await test.made().writeIdentity([7])
        let before = try Files.read(test.file)
        let history = test.open()
        for _ in 0..<2 {
            test.store.failNext(.read, with: error)
            #expect(
                await code {
                    _ = try await history.readIdentity()
                } == .interactionNotAllowed)
            test.store.failNext(.read, with: error)
            #expect(
                await code {
                    try await history.writeIdentity([8])
                } == .interactionNotAllowed)
        }
        #expect(try Files.read(test.file) == before)
        #expect(try await history.readIdentity() == [7])
    }

    @Test("P1: a key that is gone is no reason for a new history")
    func keyGone() async throws {
        let test = try HistoryTest()
        try await test.made().writeIdentity([7])
        let key = try ItemKey(service: Self.key.0, account: Self.key.1)
        let kept = try #require(try test.store.readWithoutPrompt(key))
        try test.store.removeWithoutPrompt(key)
        let history = test.open()
        #expect(await code { _ = try await history.readIdentity() } == .keyInvalidated)
        #expect(await code { try await history.writeIdentity([8]) } == .keyInvalidated)
        #expect(await code { try await history.make() } == .keyInvalidated)
        #expect(try test.store.readWithoutPrompt(key) == nil)
        try test.store.writeWithoutPrompt(kept.value, for: key, options: .standard)
        #expect(try await history.readIdentity() == [7])
    }

    @Test("P1: a file that is gone while other files of it are there is damage")
    func fileGone() async throws {
        let test = try HistoryTest()
        var history: HistoryDatabase? = try await test.made()
        try await history?.writeIdentity([7])
        try await history?.close()
        history = nil
        unlink(test.file)
        #expect(try Files.names(in: test.path).contains("sequence"))
        #expect(
            await code {
                _ = try await test.open().readIdentity()
            } == .dataCorrupted)
        #expect(
            await code { try await test.open().make() }
                == .dataCorrupted)
    }

    @Test("P1: a folder behind a link to nowhere is out of sight and not missing")
    func outOfSight() async throws {
        let test = try HistoryTest()
        #expect(symlink("/nowhere/at/all", test.path) == 0)
        #expect(
            await code {
                _ = try await test.open().readIdentity()
            } == .unknown)
    }

    @Test("after a new installation the old key serves, and an old file that returns is noticed")
    func reinstalled() async throws {
        let test = try HistoryTest()
        try await test.made().writeIdentity([7])
        let old = try Files.contents(of: test.path)
        let key = try ItemKey(service: Self.key.0, account: Self.key.1)
        let kept = try test.store.readWithoutPrompt(key)?.value
        Files.remove(test.path)
        let history = test.open()
        #expect(try await history.readIdentity() == nil)
        try await history.writeIdentity([8])
        #expect(try test.store.readWithoutPrompt(key)?.value == kept)
        try await history.close()
        try Files.replace(test.path, with: old)
        #expect(try await test.open().standing() == .other)
        #expect(
            await code {
                _ = try await test.open().readIdentity()
            } == .dataCorrupted)
        try await test.open().acceptStanding()
        #expect(try await test.open().readIdentity() == [7])
    }

    @Test("P9: a history that is older than it was says so, and goes on when it is accepted")
    func rolledBack() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        try await history.apply(try test.sample.adding(1...3))
        try await history.close()
        let copy = try Files.contents(of: test.path)
        let spent = try test.sample.prekey(1)
        _ = try await history.commit(try test.sample.opened(1, spent: spent))
        try await history.close()
        _ = try await test.open().standing()
        try Files.replace(test.path, with: copy)
        let restored = test.open()
        #expect(try await restored.standing() == .older(by: 1))
        #expect(await code { _ = try await restored.prekeyRows() } == .dataCorrupted)
        #expect(await code { try await restored.writeIdentity([8]) } == .dataCorrupted)
        try await restored.acceptStanding()
        #expect(try await test.open().standing() == .current)
        // The prekey was used in the life that is lost: none of them may serve again.
        #expect(try await restored.prekeyRows().isEmpty)
        guard case .tombstone(let tombstone) = try await restored.prekey(spent) else {
            Issue.record("the prekey has no tombstone")
            return
        }
        #expect(tombstone.reason == .lost)
        #expect(try await restored.commit(try test.sample.opened(2)) == .stored)
    }

    @Test("a file that is put in the place of an open one is noticed at the next call")
    func replacedWhileOpen() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        try await history.writeIdentity([7])
        let other = try HistoryTest()
        try await other.made().writeIdentity([9])
        try await history.close()
        _ = try await history.readIdentity()
        rename(other.file, test.file)
        #expect(
            await code {
                _ = try await history.readIdentity()
            } == .dataCorrupted)
    }

    @Test("P2: of eight who make a history at once, all have the same")
    func race() async throws {
        let test = try HistoryTest()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let history = test.open()
                group.addTask {
                    try await history.make()
                    _ = try await history.commit(try test.sample.opened(UInt64(number)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.open().conversations().map(\.placeCount) == [8])
    }

    @Test("a history of a newer format is refused and left untouched")
    func newer() async throws {
        let test = try HistoryTest()
        let history = try await test.made()
        try await history.writeIdentity([7])
        try await history.close()
        // SQLite's header has the user version at byte 60.
        try Files.patch(test.file, at: 60, [0, 0, 0, 2])
        let before = try Files.contents(of: test.path)
        for _ in 0..<2 {
            #expect(
                await code {
                    try await test.open().writeIdentity([8])
                } == .unsupported)
        }
        #expect(try Files.contents(of: test.path) == before)
    }

    @Test(
        "P1: a full disk refuses what is new and keeps what is there",
        .enabled(if: MemoryDisk.isPossible, Comment(rawValue: MemoryDisk.reason)))
    func fullDisk() async throws {
        let disk = try MemoryDisk(kiB: 1024)
        let test = try HistoryTest()
        let history = test.open(at: disk.path + "/history")
        try await history.make()
        _ = try await history.commit(try test.sample.opened(1))
        let filling = try disk.fill()
        var stored: Set<UInt64> = [1]
        var refusals = 0
        for number in 2..<UInt64(60) {
            let message = try test.sample.opened(number, byteCount: 3000)
            do throws(KeychainError) {
                _ = try await history.commit(message)
                stored.insert(number)
            } catch {
                #expect(error.code == .unknown && error.nativeDomain == "sqlite")
                refusals += 1
            }
        }
        #expect(refusals > 10)
        try await check(history, test, stored)
        unlink(filling)
        _ = try await history.commit(try test.sample.opened(100))
        try await check(test.open(at: disk.path + "/history"), test, stored.union([100]))
    }

    private func check(
        _ history: HistoryDatabase, _ test: HistoryTest, _ stored: Set<UInt64>
    ) async throws {
        for number in 1...100 as ClosedRange<UInt64> {
            let recollection = try await history.recollection(
                of: try test.sample.message(number), from: test.sample.device.id,
                counter: number + 1)
            #expect((recollection.known?.isOpened == true) == stored.contains(number))
        }
    }
}
