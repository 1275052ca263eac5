import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Keys that a rule takes, and what only looks like it.
@Suite struct InvalidationTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    @Test("P1: three readers of an item whose passcode went see one tombstone until it is handled")
    func passcodeRemoved() async throws {
        for profile in Self.passcodeProfiles {
            let phone = Phone(profile)
            let stores = (0..<3).map { _ in phone.open() }
            try await stores[0].write(.old, for: key, options: .passcodeBound)
            for store in stores { #expect(try await store.read(key)?.value == .old) }
            phone.phone.send(.removePasscode)
            try await expectTombstone(stores, .passcodeRemoved)
            phone.phone.send(.setPasscode)
            try await expectTombstone(stores + [phone.open()], .passcodeRemoved)
            phone.restart()
            phone.phone.send(.unlock)
            let later = phone.open()
            try await expectTombstone([later], .passcodeRemoved)
            #expect(try await later.remove(key))
            #expect(try await phone.open().read(key) == nil)
        }
    }

    @Test("P11: without a passcode a write that needs one is PASSCODE_NOT_SET, and the old stays")
    func writeWithoutPasscode() async throws {
        for profile in Self.passcodeProfiles {
            let phone = Phone(profile)
            let store = phone.open()
            try await store.write(.old, for: key)
            phone.phone.send(.removePasscode)
            for options in [
                WriteOptions.passcodeBound, .with(.devicePasscode), .with(.biometryAny),
            ] {
                #expect(
                    await code { () throws(KeychainError) in
                        try await store.write(.new, for: key, options: options)
                    } == .passcodeNotSet)
            }
            #expect(try await store.read(key)?.value == .old)
        }
    }

    @Test("P1: a new finger invalidates what was bound to the set, and nothing else")
    func newFinger() async throws {
        for refusal in [IOSProfile.HiddenRead.notFound, .authFailed] {
            var profile = IOSProfile()
            profile.currentSetInvalidation = refusal
            let phone = Phone(profile)
            let any = try ItemKey(service: "chat", account: "any")
            let store = phone.open()
            try await store.write(.old, for: key, options: .with(.biometryCurrentSet))
            try await store.write(.old, for: any, options: .with(.biometryAny))
            #expect(try await store.read(key)?.value == .old)
            phone.phone.send(.enrolFinger)
            for store in [store, phone.open()] {
                #expect(
                    await code { () throws(KeychainError) in try await store.read(key) }
                        == .keyInvalidated)
                let known = try await store.attributes(of: key)
                #expect(known?.invalidation?.reason == .biometricsChanged)
                #expect(try await store.read(any)?.value == .old)
            }
            // A way through a write gate, and an ungated one, over the dead row.
            try await store.replaceInvalidated(
                key, with: .new, options: .with(.biometryCurrentSet), prompt: .standard)
            #expect(try await store.read(key)?.value == .new)
            phone.phone.send(.enrolFinger)
            _ = await code { () throws(KeychainError) in try await store.read(key) }
            try await store.write(.old, for: key, options: .with(.none))
            #expect(try await phone.open().read(key)?.value == .old)
        }
    }

    @Test("P1: a domain state that a system update changed takes no item")
    func domainStateAlone() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key, options: .with(.biometryCurrentSet))
        phone.phone.send(.iOS(.changesDomainState))
        #expect(try await store.read(key)?.value == .old)
        #expect(try await store.attributes(of: key)?.invalidation == nil)
        phone.phone.answerNextPrompts(.failsBiometry)
        #expect(
            await code { () throws(KeychainError) in try await store.read(key) } == .authFailed)
        #expect(try await store.read(key)?.value == .old)
    }

    @Test("P1: a row that was damaged, and all rows removed by another library, are not missing")
    func damage() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key)
        phone.phone.send(.iOS(.damages(account: key.account)))
        try await expectTombstone([store, phone.open()], .keyLost)
        try await store.write(.new, for: key)
        #expect(try await store.read(key)?.value == .new)
        let everything: SecItemDictionary = [
            SecItemName.itemClass: .text(SecItemName.genericPassword)
        ]
        #expect(phone.platform.secItem.delete(everything) == 0)
        for store in [store, phone.open()] {
            #expect(
                await code { () throws(KeychainError) in try await store.read(key) }
                    == .keyInvalidated)
            #expect(try await store.attributes(of: key)?.invalidation?.reason == .keyLost)
            // The key that the names were sealed under went with the rows.
            #expect(try await store.list(service: nil).isEmpty)
        }
    }

    @Test("P1: a system that tells of damage is believed: DATA_CORRUPTED")
    func toldDamage() async throws {
        var profile = IOSProfile()
        profile.showsDecodeError = true
        let phone = Phone(profile)
        let store = phone.open()
        try await store.write(.old, for: key)
        phone.phone.send(.iOS(.damages(account: key.account)))
        #expect(
            await code { () throws(KeychainError) in try await store.read(key) } == .dataCorrupted)
    }

    @Test("P1: a value that another tool changed is DATA_CORRUPTED, and stays")
    func changedValue() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key)
        let query: SecItemDictionary = [
            SecItemName.itemClass: .text(SecItemName.genericPassword),
            SecItemName.account: .text(key.account), SecItemName.service: .text(key.service),
        ]
        let change: SecItemDictionary = [SecItemName.valueData: .data(.new)]
        #expect(phone.platform.secItem.update(query, change) == 0)
        for _ in 0..<2 {
            #expect(
                await code { () throws(KeychainError) in try await store.read(key) }
                    == .dataCorrupted)
        }
    }

    private func expectTombstone(
        _ stores: [AppleKeychain], _ reason: Invalidation.Reason
    ) async throws {
        for store in stores {
            for _ in 0..<2 {
                #expect(
                    await code { () throws(KeychainError) in try await store.read(key) }
                        == .keyInvalidated)
            }
            #expect(try await store.attributes(of: key)?.invalidation?.reason == reason)
            #expect(try await store.list(service: nil).map(\.key) == [key])
        }
    }

    private static var passcodeProfiles: [IOSProfile] {
        var other = IOSProfile()
        other.akpuAddWithoutPasscode = .notAvailable
        other.akpuMetadataOutlivesPasscode = true
        other.showsDecodeError = true
        return [IOSProfile(), other]
    }
}
