import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Bad luck: other apps, other versions, another time, another phone.
@Suite struct MisfortuneTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    @Test("P2: another app's write that lands between update and add is replaced, not doubled")
    func writeBetweenUpdateAndAdd() async throws {
        let phone = Phone()
        let (store, keychain) = phone.openRecorded()
        try await store.write(.old, for: key)
        // Another app of the group, with a container of its own.
        let rival = phone.open { $0.container = MemoryContainer() }
        let outcomes = Locked<[Bool]>([])
        let key = key
        keychain.beforeNextUpdate {
            let wasRemoved = Self.answers { () throws(KeychainError) in
                guard try rival.removeWithoutPrompt(key) else { throw StoreConflict.notFound.error }
            }
            outcomes.withLock { $0.append(wasRemoved) }
        }
        keychain.beforeNextAdd {
            let wasWritten = Self.answers { () throws(KeychainError) in
                try rival.writeWithoutPrompt(.old, for: key, options: .standard)
            }
            outcomes.withLock { $0.append(wasWritten) }
        }
        try await store.write(.new, for: key)
        #expect(outcomes.withLock { $0 } == [true, true], "the other app did both")
        for store in [store, rival, phone.open()] {
            #expect(try await store.read(key)?.value == .new)
            #expect(try await store.list(service: nil).map(\.key) == [key])
        }
        #expect(phone.phone.keychainRowCount(of: key) == 1)
    }

    @Test("P2: an item whose accessibility an app's new version changes is read and rewritten")
    func accessibilityChanges() async throws {
        for before in Accessibility.allCases {
            for after in Accessibility.allCases where after != before {
                let phone = Phone()
                try await phone.open().write(.old, for: key, options: .with(.none, before))
                phone.phone.send(.update(phone.app))
                phone.phone.send(.foreground(phone.app))
                let store = phone.open()
                let what = "\(before) to \(after)"
                #expect(try await store.read(key)?.value == .old, "\(what)")
                try await store.write(.new, for: key, options: .with(.none, after))
                let item = try #require(try await phone.open().read(key), "\(what)")
                #expect(item.value == .new, "\(what)")
                #expect(item.attributes.protection.accessibility == after, "\(what)")
                #expect(try await store.list(service: nil).count == 1, "\(what)")
            }
        }
    }

    @Test("P2: a clock that is set back an hour costs no version and no tombstone")
    func clockSetBack() async throws {
        let phone = Phone()
        let store = phone.open()
        let bound = try ItemKey(service: "chat", account: "bound")
        var last = try await store.write(.old, for: key)
        try await store.write(.old, for: bound, options: .passcodeBound)
        phone.phone.send(.clockSet(-3_600))
        for store in [store, phone.open()] {
            let next = try await store.write(.new, for: key, options: .ifVersion(last))
            #expect(next > last)
            last = next
        }
        phone.phone.send(.removePasscode)
        #expect(
            await code { () throws(KeychainError) in try await store.read(bound) }
                == .keyInvalidated)
        let noticed = try await store.attributes(of: bound)?.invalidation
        #expect(noticed?.time == UnixTime(seconds: phone.phone.device.clockSeconds))
        phone.phone.send(.clockSet(-3_600))
        // What was noticed stays as it was noticed, in a process of the earlier hour too.
        #expect(try await phone.open().attributes(of: bound)?.invalidation == noticed)
        #expect(try await phone.open().read(key)?.value == .new)
    }

    @Test("P9: a restored backup brings what may move; the rest is missing, and is called restored")
    func restoredElsewhere() async throws {
        for kind in PhoneBackup.Kind.allCases {
            let phone = Phone()
            let moving = try ItemKey(service: "chat", account: "moving")
            let store = phone.open()
            try await store.write(.old, for: key)
            try await store.write(.old, for: moving, options: .with(.none, .afterFirstUnlock))
            let other = Phone(hardware: 2)
            other.phone.restore(phone.phone.backUp(kind))
            other.phone.send(.setPasscode)
            other.phone.send(.foreground(other.app))
            let restored = other.open()
            let isCarried = kind == .encrypted || kind == .deviceToDevice
            #expect(try await restored.read(key) == nil, "\(kind)")
            #expect(
                try await restored.read(moving)?.value == (isCarried ? .old : nil), "\(kind)")
            #expect(try await restored.installation() == .restored, "\(kind)")
            #expect(try await other.open().installation() == .same, "\(kind)")
            try await restored.write(.new, for: key)
            #expect(try await other.open().read(key)?.value == .new, "\(kind)")
        }
    }

    @Test("P4: a marker that came back without its item suspends the state and asks")
    func markerWithoutItem() async throws {
        let phone = Phone()
        try await persistor(on: phone).load()
        try await persistor(on: phone, saving: "signed in")
        let other = Phone(hardware: 2)
        other.phone.restore(phone.phone.backUp(.encrypted))
        other.phone.send(.setPasscode)
        other.phone.send(.foreground(other.app))
        let restored = try persistor(on: other)
        #expect(
            await code { () throws(KeychainError) in try await restored.load() } == .dataCorrupted)
        #expect(restored.status == .suspended(.missing))
        #expect(
            await code { () throws(KeychainError) in try await restored.save("signed out") }
                == .dataCorrupted)
        #expect(try await other.open().read(key) == nil, "nothing was written over the loss")
        try await restored.wipe()
        #expect(try await restored.load() == "")
    }

    /// A state in one item, whose marker is in the files that backups take.
    private func persistor(on phone: Phone) throws -> StatePersistor<String> {
        let platform = phone.platform
        let marker = try FirstInstallMarker(in: platform.backedUpContainer, named: "session")
        return try StatePersistor(
            in: AppleKeychain(platform), under: key, marker: marker, initial: { "" })
    }

    private func persistor(on phone: Phone, saving state: String) async throws {
        let persistor = try persistor(on: phone)
        try await persistor.load()
        try await persistor.save(state)
    }

    private static func answers<Answer>(_ body: () throws(KeychainError) -> Answer) -> Bool {
        do {
            _ = try body()
            return true
        } catch {
            return false
        }
    }
}

extension SimulatedPhone {
    /// How many rows of a name an app of the default group sees, whoever wrote them.
    fileprivate func keychainRowCount(of key: ItemKey) -> Int {
        let query: SecItemDictionary = [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.service: .text(key.service), SecItemName.account: .text(key.account),
            SecItemName.matchLimit: .text(SecItemName.matchLimitAll),
            SecItemName.returnAttributes: .flag(true),
        ]
        return launch("org.example.chat").apple.secItem.copyMatching(query).rows.count
    }
}

extension WriteOptions {
    fileprivate static func ifVersion(_ version: ItemVersion) -> WriteOptions {
        WriteOptions(condition: .ifVersion(version))
    }
}
