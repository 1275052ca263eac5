import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("What comes back, and what does not")
struct RestoreTests {
    private static let fileName = "holdfast-store"
    private static let lostFileName = "holdfast-store-lost"

    /// A phone whose app was uninstalled and installed again, with the file of its backup.
    private static func restored(
        clearOnReinstall: Bool = false, onOtherPhone: Bool = true
    ) async throws -> AndroidPhone {
        let first = AndroidPhone()
        try await first.vault.write(.old, for: AndroidPhone.key)
        try await first.vault.write(
            .old, for: AndroidPhone.makeKey("locked"), options: .protected(.whenUnlocked))
        let backup = try #require(try first.folder.readFile(fileName))
        let phone: SimulatedPhone
        if onOtherPhone {
            phone = SimulatedPhone(.android(AndroidProfile()), hardware: 2, seed: 2)
        } else {
            phone = first.phone
            phone.send(.uninstall(AndroidPhone.app))
        }
        let second = AndroidPhone(on: phone, clearOnReinstall: clearOnReinstall)
        phone.send(.foreground(AndroidPhone.app))
        try second.folder.replaceFile(fileName, with: backup)
        return second
    }

    @Test(
        "P1: a file that came back without its key is KEY_INVALIDATED for what it held",
        arguments: [true, false])
    func cameBack(onOtherPhone: Bool) async throws {
        let app = try await Self.restored(onOtherPhone: onOtherPhone)
        let before = try app.folder.readFile(Self.fileName)
        for key in [AndroidPhone.key, AndroidPhone.makeKey("locked")] {
            for _ in 0..<2 {
                #expect(
                    await code { () throws(KeychainError) in try await app.vault.read(key) }
                        == .keyInvalidated)
            }
            let known = try await app.vault.attributes(of: key)
            #expect(known?.invalidation?.reason == .keyLost)
            #expect(known?.byteCount == 0)
        }
        #expect(try await app.vault.read(AndroidPhone.makeKey("never")) == nil)
        #expect(
            await code { () throws(KeychainError) in try await app.vault.list(service: nil) }
                == .keyInvalidated)
        #expect(try app.folder.readFile(Self.fileName) == before, "reading changes nothing")
        #expect(try app.process.android.keystore.aliases().isEmpty, "and makes no key")
    }

    @Test("P6: items that came back stay until each is handled, and the file is kept")
    func handled() async throws {
        let app = try await Self.restored()
        let (key, locked) = (AndroidPhone.key, AndroidPhone.makeKey("locked"))
        let before = try app.folder.readFile(Self.fileName)
        try await app.vault.replaceInvalidated(
            key, with: .new, options: .standard, prompt: .standard)
        #expect(try app.folder.readFile(Self.lostFileName) == before)
        let vault = app.restarted().vault
        #expect(try await vault.read(key)?.value == .new)
        #expect(
            await code { () throws(KeychainError) in try await vault.read(locked) }
                == .keyInvalidated)
        #expect(
            await code { () throws(KeychainError) in try await vault.list(service: nil) }
                == .keyInvalidated)
        #expect(try await vault.remove(locked))
        #expect(try await vault.read(locked) == nil)
        #expect(try await vault.list(service: nil).map(\.key) == [key])
    }

    @Test("P6: all that came back can be forgotten at once")
    func forgotten() async throws {
        let app = try await Self.restored()
        #expect(try await app.vault.forgetLostItems() == 2)
        #expect(try await app.vault.read(AndroidPhone.key) == nil)
        #expect(try await app.vault.list(service: nil).isEmpty)
        #expect(try app.folder.readFile(Self.lostFileName) == nil)
        #expect(try await app.vault.forgetLostItems() == 0)
    }

    @Test("P2: versions go on after a restore")
    func versions() async throws {
        let first = AndroidPhone()
        let version = try await first.vault.write(.old, for: AndroidPhone.key)
        let backup = try #require(try first.folder.readFile(Self.fileName))
        let second = AndroidPhone(
            on: SimulatedPhone(.android(AndroidProfile()), hardware: 2, seed: 2))
        try second.folder.replaceFile(Self.fileName, with: backup)
        let next = try await second.vault.write(.new, for: AndroidPhone.key)
        #expect(next > version)
    }

    @Test("with clearOnReinstall, what came back is gone", arguments: [true, false])
    func cleared(onOtherPhone: Bool) async throws {
        let app = try await Self.restored(clearOnReinstall: true, onOtherPhone: onOtherPhone)
        #expect(try await app.vault.read(AndroidPhone.key) == nil)
        #expect(try app.folder.readFile(Self.fileName) == nil)
        try await app.vault.write(.new, for: AndroidPhone.key)
        let again = app.restarted(clearOnReinstall: true)
        #expect(try await again.vault.read(AndroidPhone.key)?.value == .new)
    }

    @Test("P1: clearOnReinstall clears nothing of this installation whose key was lost")
    func keptInPlace() async throws {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.key)
        for alias in try app.process.android.keystore.aliases() {
            try app.process.android.keystore.deleteKey(alias)
        }
        let vault = app.restarted(clearOnReinstall: true).vault
        #expect(
            await code { () throws(KeychainError) in try await vault.read(AndroidPhone.key) }
                == .keyInvalidated)
    }

    @Test("P1: after an uninstall nothing is there")
    func reinstalled() async throws {
        let first = AndroidPhone()
        try await first.vault.write(.old, for: AndroidPhone.key)
        first.phone.send(.uninstall(AndroidPhone.app))
        let second = AndroidPhone(on: first.phone)
        #expect(try await second.vault.read(AndroidPhone.key) == nil)
        #expect(try await second.vault.list(service: nil).isEmpty)
    }

    @Test("P1: a file that is gone or of an earlier day is damage, never a missing item")
    func fileLost() async throws {
        let first = AndroidPhone()
        try await first.vault.write(.old, for: AndroidPhone.key)
        let early = try #require(try first.folder.readFile(Self.fileName))
        try await first.vault.write(.new, for: AndroidPhone.key)
        let second = first.restarted()
        try second.folder.replaceFile(Self.fileName, with: early)
        #expect(
            await code { () throws(KeychainError) in try await second.vault.read(AndroidPhone.key) }
                == .dataCorrupted)
        try second.folder.removeFile(Self.fileName)
        #expect(
            await code { () throws(KeychainError) in try await second.vault.read(AndroidPhone.key) }
                == .dataCorrupted)
        #expect(
            await code { () throws(KeychainError) in
                try await second.vault.write(.new, for: AndroidPhone.key)
            } == .dataCorrupted)
        try second.process.android.ledgerContainer.removeFile("holdfast-ledger")
        #expect(
            await code { () throws(KeychainError) in try await second.vault.read(AndroidPhone.key) }
                == .dataCorrupted, "the Keystore remembers")
        try await second.vault.eraseEverything()
        #expect(try await second.vault.read(AndroidPhone.key) == nil)
        #expect(try second.process.android.keystore.aliases().isEmpty)
    }

    @Test("a ledger that is lost or damaged is made anew and costs nothing")
    func ledgerLost() async throws {
        let first = AndroidPhone()
        try await first.vault.write(.old, for: AndroidPhone.key)
        let folder = first.process.android.ledgerContainer
        try folder.replaceFile("holdfast-ledger", with: Array("rubbish".utf8))
        #expect(try await first.vault.read(AndroidPhone.key)?.value == .old)
        try folder.removeFile("holdfast-ledger")
        let second = first.restarted()
        #expect(try await second.vault.read(AndroidPhone.key)?.value == .old)
        try await second.vault.write(.new, for: AndroidPhone.key)
        #expect(try await second.restarted().vault.read(AndroidPhone.key)?.value == .new)
    }

    @Test("P2: an erasure that is cut is finished by the next call, and nothing half-erased is read")
    func erasureCut() async throws {
        for number in 1...30 {
            let app = AndroidPhone()
            try await app.vault.write(.old, for: AndroidPhone.key)
            app.phone.arm(FaultPlan([Fault(callNumber: number, .death(.afterEffect))]))
            _ = await code { () throws(KeychainError) in try await app.vault.eraseEverything() }
            let wasCut = !app.process.isAlive
            app.phone.arm(.none)
            let vault = app.restarted().vault
            let value = try await vault.read(AndroidPhone.key)?.value
            #expect(value == nil || value == .old)
            if !wasCut { #expect(value == nil) }
            try await vault.write(.new, for: AndroidPhone.key)
            #expect(try await vault.read(AndroidPhone.key)?.value == .new)
        }
    }
}
