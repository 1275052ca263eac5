import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// First launches, reinstallations, restores, and a ledger that is lost.
@Suite struct InstallationTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    @Test("P1: a launch before the first unlock is never answered with nil, whatever is answered")
    func beforeFirstUnlock() async throws {
        for answer in [IOSProfile.HiddenRead.interactionNotAllowed, .notFound] {
            for wasUsed in [true, false] {
                var profile = IOSProfile()
                profile.readBeforeFirstUnlock = answer
                let phone = Phone(profile)
                if wasUsed { try await phone.open().write(.old, for: key) }
                phone.restart()
                let store = phone.open()
                #expect(Set(await codes(of: store)) == [.interactionNotAllowed])
                phone.phone.send(.unlock)
                #expect(try await store.read(key)?.value == (wasUsed ? .old : nil))
                #expect(try await store.installation() == (wasUsed ? .same : .new))
            }
        }
    }

    /// What every kind of call throws.
    private func codes(of store: AppleKeychain) async -> [KeychainError.Code?] {
        [
            await code { () throws(KeychainError) in try await store.read(key) },
            await code { () throws(KeychainError) in try await store.attributes(of: key) },
            await code { () throws(KeychainError) in try await store.list(service: nil) },
            await code { () throws(KeychainError) in try await store.remove(key) },
            await code { () throws(KeychainError) in try await store.write(.new, for: key) },
            await code { () throws(KeychainError) in try await store.installation() },
        ]
    }

    @Test("P9: new, same and reinstalled are told apart; a reinstalled app finds its items")
    func reinstallation() async throws {
        let phone = Phone()
        let first = phone.open()
        #expect(try await first.installation() == .new)
        try await first.write(.old, for: key)
        #expect(try await phone.open().installation() == .same)
        phone.phone.send(.update(phone.app))
        phone.phone.send(.foreground(phone.app))
        #expect(try await phone.open().installation() == .same)
        phone.reinstall()
        let again = phone.open()
        #expect(try await again.read(key)?.value == .old)
        #expect(try await again.installation() == .reinstalled)
        #expect(try await phone.open().installation() == .same)
        #expect(try await phone.open().list(service: nil).map(\.key) == [key])
    }

    @Test("P9: a restore on another phone is restored, and its missing items are missing")
    func restore() async throws {
        let phone = Phone()
        try await phone.open().write(.old, for: key)
        guard let marker = try phone.platform.backedUpContainer.readFile("marker") else {
            Issue.record("there is no marker in the backup")
            return
        }
        let other = Phone(hardware: 2)
        try other.platform.backedUpContainer.replaceFile("marker", with: marker)
        let store = other.open()
        #expect(try await store.read(key) == nil)
        #expect(try await store.installation() == .restored)
        try await store.write(.new, for: key)
        #expect(try await other.open().installation() == .same)
    }

    @Test("clearsOnReinstall removes an earlier installation's items, once it is certain")
    func clearing() async throws {
        let clears = AppleKeychainConfiguration(clearsOnReinstall: true)
        let phone = Phone()
        let first = phone.open(clears)
        try await first.write(.old, for: key)
        #expect(try await phone.open(clears).read(key)?.value == .old)
        phone.restart()
        phone.reinstall()
        let early = phone.open(clears)
        #expect(
            await code { () throws(KeychainError) in try await early.read(key) }
                == .interactionNotAllowed)
        phone.phone.send(.unlock)
        #expect(try await early.read(key) == nil)
        #expect(try await early.installation() == .reinstalled)
        try await early.write(.new, for: key)
        #expect(try await phone.open(clears).read(key)?.value == .new)
    }

    @Test("P1: clearing that dies at any call is done by the next process, and only once")
    func clearingDies() async throws {
        let clears = AppleKeychainConfiguration(clearsOnReinstall: true)
        for number in 1...24 {
            for moment in Fault.Moment.allCases {
                let phone = Phone()
                try await phone.open(clears).write(.old, for: key)
                phone.reinstall()
                let dying = phone.open(clears)
                phone.phone.arm(FaultPlan([Fault(callNumber: number, .death(moment))]))
                _ = await code { () throws(KeychainError) in try await dying.read(key) }
                phone.phone.arm(.none)
                let next = phone.open(clears)
                #expect(try await next.read(key) == nil, "call \(number), \(moment)")
                try await next.write(.new, for: key)
                #expect(try await phone.open(clears).read(key)?.value == .new)
            }
        }
    }

    @Test("P1: a ledger that is lost or damaged is rebuilt, and versions go on")
    func lostLedger() async throws {
        for damage in [nil, [UInt8]([1, 2, 3])] {
            let phone = Phone()
            let store = phone.open()
            let before = try await store.write(.old, for: key)
            let container = phone.platform.container
            if let damage {
                try container.replaceFile("ledger", with: damage)
            } else {
                try container.removeFile("ledger")
            }
            for store in [store, phone.open()] {
                #expect(try await store.read(key)?.value == .old)
                #expect(try await store.list(service: nil).map(\.key) == [key])
                #expect(try await store.installation() != .reinstalled)
            }
            phone.phone.send(.clockSet(-3_600))
            let after = try await store.write(.new, for: key)
            #expect(after > before)
        }
    }

    @Test("P1: after a reinstallation a list with protected items says that it cannot name them")
    func protectedItemsOfBefore() async throws {
        let phone = Phone()
        try await phone.open().write(.old, for: key, options: .with(.biometryAny))
        phone.reinstall()
        let store = phone.open()
        #expect(
            await code { () throws(KeychainError) in try await store.list(service: nil) }
                == .interactionNotAllowed)
        #expect(try await store.read(key)?.value == .old)
        #expect(try await store.attributes(of: key)?.protection.accessControl == .biometryAny)
    }
}
