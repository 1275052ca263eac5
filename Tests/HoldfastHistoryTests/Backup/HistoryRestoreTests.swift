import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastRecovery
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("Restoring into a history")
struct HistoryRestoreTests {
    @Test("P2: what is there stays, and the same backup once more changes nothing")
    func occupied() async throws {
        let old = try await BackupPhone()
        try await old.fillHistory()
        let found = try await old.backedUp()
        let new = try HistoryTest()
        let history = try await new.made()
        let other = try HistorySample(device: 9)
        _ = try await history.commit(try other.opened(70))
        _ = try await history.commit(try new.sample.opened(1))
        try await history.writeIdentity([7, 7])
        let restore = HistoryRestore(into: new.configuration(), ItemContents(new.store))
        await #expect(throws: RecoveryError.occupied) { try await found.restore(into: restore) }
        _ = try await found.restore(into: restore, occupied: .keep)
        let once = try await BackupPhone.view(history)
        #expect(once[other.account]?.count == 2)
        #expect(once[new.sample.account]?.count == 8)
        #expect(try await history.readIdentity() == [7, 7])
        let conversations = try await history.conversations()
        _ = try await found.restore(into: restore, occupied: .keep)
        #expect(try await BackupPhone.view(history) == once)
        #expect(try await history.conversations() == conversations)
    }

    @Test("P2: a full disk at any write leaves what was there, and the next try goes on")
    func fullDisk() async throws {
        let old = try await BackupPhone()
        try await old.fillHistory()
        let found = try await old.backedUp()
        let expected = try await BackupPhone.view(old.history)[old.sample.account]
        let new = try HistoryTest()
        let vfs = try RecordingVFS()
        var ordinal = 1
        var failures = 0
        while true {
            let path = new.folder.path + "/\(ordinal)"
            let configuration = new.configuration(
                at: path, store: MemoryStore(), layer: vfs.name)
            vfs.inject(
                InjectedFault(.write, ordinal: ordinal, code: SQLiteCode.full, persists: true))
            let restore = HistoryRestore(into: configuration, ItemContents(MemoryStore()))
            var isDone = false
            do {
                _ = try await found.restore(into: restore)
                isDone = true
            } catch RecoveryError.store(let error) {
                failures += 1
                #expect(error.message == "the disk is full")
                let history = HistoryDatabase(configuration)
                if try await history.standing() == .current {
                    #expect(try await history.conversations().isEmpty)
                }
            }
            vfs.clearFaults()
            let history = HistoryDatabase(configuration)
            if !isDone {
                let again = HistoryRestore(into: configuration, ItemContents(MemoryStore()))
                _ = try await found.restore(into: again)
            }
            #expect(try await BackupPhone.view(history)[old.sample.account] == expected)
            if isDone { break }
            ordinal += Rounds.isFull ? 1 : 13
        }
        #expect(failures > 3)
    }

    @Test("P2: an item store that fails after the messages is gone on with")
    func settling() async throws {
        let old = try await BackupPhone()
        try await old.fillHistory()
        try await old.store.write(
            SecretBytes(utf8: "leaves"), for: ItemKey(service: "app", account: "token"),
            options: WriteOptions(protection: ItemProtection(accessibility: .whenUnlocked)),
            prompt: .standard)
        let found = try await old.backedUp()
        let new = try HistoryTest()
        let items = MemoryStore()
        let restore = HistoryRestore(into: new.configuration(), ItemContents(items))
        _ = try await found.stage(into: restore)
        items.setAvailability(.locked)
        await #expect(throws: KeychainError.self) { try await restore.switchOver() }
        items.setAvailability(.unlocked)
        // The next process; the messages are there, and it does not stand in its own way.
        let next = HistoryRestore(into: new.configuration(), ItemContents(items))
        #expect(try await next.settle())
        #expect(try await items.list(service: "app").count == 1)
        #expect(try await new.open().conversations().count == 2)
        #expect(try await next.settle() == false)
    }
}
