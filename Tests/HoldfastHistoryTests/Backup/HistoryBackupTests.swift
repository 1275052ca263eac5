import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastRecovery
import HoldfastSQLite
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("A history's backup")
struct HistoryBackupTests {
    private func key(_ account: String, _ service: String = "app") throws -> ItemKey {
        try ItemKey(service: service, account: account)
    }

    private func fillItems(_ phone: BackupPhone) async throws {
        var leaving = ItemProtection(accessibility: .whenUnlocked)
        try await phone.store.write(
            SecretBytes(utf8: "leaves the device"), for: key("token"),
            options: WriteOptions(protection: leaving), prompt: .standard)
        leaving.accessControl = .biometryAny
        try await phone.store.write(
            SecretBytes(utf8: "only with a person"), for: key("person"),
            options: WriteOptions(protection: leaving), prompt: .standard)
        try await phone.store.write(
            SecretBytes(utf8: "never leaves the device"), for: key("bound"),
            options: .standard, prompt: .standard)
        try await phone.store.write(
            SecretBytes(utf8: "a relay's session"), for: key("session", "holdfast.relay"),
            options: WriteOptions(protection: ItemProtection(accessibility: .whenUnlocked)),
            prompt: .standard)
        let log = try DeviceLog(
            genesis: try await phone.directory.entries(of: phone.identity.account, from: 0)[0])
        try await phone.store.write(
            SecretBytes(ContactPin(firstContact: log).bytes),
            for: key("Ada", phone.contents.contactsService), options: .standard,
            prompt: .standard)
    }

    @Test(
        "P2: another phone has the messages, contacts, settings and items, and none is sent twice")
    func wholeWay() async throws {
        let old = try await BackupPhone()
        // One message that goes into two records.
        try await old.fillHistory(longest: 1_500_000)
        try await fillItems(old)
        let found = try await old.backedUp()
        #expect(found.summary.count(of: .contacts) == 1)

        let new = try HistoryTest()
        let contents = ItemContents(new.store)
        let restore = HistoryRestore(into: new.configuration(), contents)
        let report = try await found.restore(into: restore)
        let history = new.open()
        #expect(
            try await BackupPhone.view(history)[old.sample.account]
                == BackupPhone.view(old.history)[old.sample.account])
        let waiting = try #require(try await history.outgoingMessage(old.sample.message(7)))
        #expect(waiting.state == .stopped(.needsPerson))
        #expect(try await history.waitingMessages().isEmpty)
        #expect(try await history.prekeyRows().isEmpty)
        #expect(try await history.readIdentity() == nil)
        #expect(try await history.setting("theme")?.utf8String() == "dark")
        let token = try #require(try new.store.readWithoutPrompt(key("token")))
        #expect(token.value.utf8String() == "leaves the device")
        #expect(token.attributes.protection.accessibility == .whenUnlocked)
        let pin = try key("Ada", contents.contactsService)
        #expect(
            try new.store.readWithoutPrompt(pin)?.value
                == old.store.readWithoutPrompt(pin)?.value)
        #expect(try await new.store.list(service: "app").count == 1)
        #expect(
            report.unreadable.compactMap { ItemRecordName($0.name)?.account } == ["person"])
        #expect(try await restore.restoredItems()?.writtenCount == 2)
        #expect(try Files.contents(of: new.path)["restore.db"] == nil)
        // A message that came before is known, so that the relay cannot bring it again.
        let recollection = try await history.recollection(
            of: old.sample.message(1), from: old.sample.device.id, counter: 2)
        #expect(recollection.known?.isOpened == true)
        #expect(recollection.counterOwner == nil)
    }

    @Test(
        "P7: no byte of a private key, a prekey, a token or an item of one device is in the archive"
    )
    func noKeys() async throws {
        let phone = try await BackupPhone()
        try await phone.fillHistory()
        try await fillItems(phone)
        var archive: [UInt8] = []
        for record in try await phone.records() {
            archive += record.name + (record.value?.copyBytes() ?? [])
        }
        func holds(_ bytes: [UInt8]) -> Bool { archive.contains(bytes) }
        #expect(holds(Array("leaves the device".utf8)))
        var keyCount = 0
        for item in try await phone.store.list(service: nil) {
            guard let item = try await phone.store.read(item.key, prompt: .standard) else {
                continue
            }
            let (key, bytes) = (item.attributes.key, item.value.copyBytes())
            if key.account == "token" || key.service == phone.contents.contactsService { continue }
            #expect(!holds(bytes), "\(key.service)")
            guard item.attributes.kind.isDeviceKey else { continue }
            keyCount += 1
            #expect(!holds(Array(bytes.suffix(P256PrivateKey.scalarByteCount))))
        }
        #expect(keyCount == 3)
        let prekeys = try await phone.history.prekeyRows()
        #expect(!prekeys.isEmpty)
        for row in prekeys { #expect(!holds(Array(row.bytes.suffix(32)))) }
        #expect(!holds(try #require(try await phone.history.readIdentity())))
    }

    @Test("P2: a message that cannot be opened is named, and the rest goes on")
    func damagedMessage() async throws {
        let phone = try await BackupPhone()
        try await phone.fillHistory()
        try await phone.history.close()
        let connection = try Connection(path: phone.test.file, options: .init(mode: .readWrite))
        try connection.execute(
            """
            UPDATE item SET sealed = zeroblob(length(sealed)) WHERE id =
            (SELECT id FROM item WHERE kind = 19 AND length(sealed) < 2000 LIMIT 1)
            """)
        try connection.close()
        let found = try await phone.backedUp()
        let new = try HistoryTest()
        let report = try await found.restore(
            into: HistoryRestore(into: new.configuration(), ItemContents(new.store)))
        #expect(report.unreadable.count == 1)
        let unreadable = try #require(report.unreadable.first)
        let name = try #require(MessageRecordName(unreadable.name))
        #expect(name.account == phone.sample.account)
        guard case .received(let sender, _) = name.thing else {
            Issue.record("another thing is named")
            return
        }
        #expect(sender == phone.sample.device.id)
        let entries = try await new.open().entries(of: phone.sample.account, after: 0)
        #expect(entries.count == 6)
    }

    @Test("P2: a lost or older history is never backed up in the place of a good one")
    func lost() async throws {
        let phone = try await BackupPhone()
        try await phone.fillHistory()
        for name in ["history.db", "history.db-wal", "history.db-shm", "sequence"] {
            Files.remove(phone.test.path + "/" + name)
        }
        try await phone.history.close()
        let place = try #require(
            try phone.store.readWithoutPrompt(
                ItemKey(service: "holdfast.history", account: "place")))
        var bytes = place.value.copyBytes()
        bytes[bytes.count - 1] = 9
        try phone.store.writeWithoutPrompt(
            SecretBytes(bytes), for: place.attributes.key,
            options: WriteOptions(protection: KeyUse.background.protection))
        await #expect(throws: KeychainError.self) { _ = try await phone.records() }
    }
}
