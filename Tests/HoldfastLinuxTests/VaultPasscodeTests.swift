import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

@Suite struct VaultPasscodeTests {
    private static let old = SecretBytes(utf8: "old passcode")
    private static let new = SecretBytes(utf8: "new passcode")
    private static let value = SecretBytes(utf8: "value")

    /// A vault with a passcode and one item of each class, by the class's name.
    private func filled(_ test: TestVault) async throws -> LinuxVault {
        let vault = test.open()
        try await vault.setPasscode(Self.old)
        for accessibility in Accessibility.allCases {
            try await vault.write(
                Self.value, for: try key(accessibility.rawValue),
                options: WriteOptions(protection: ItemProtection(accessibility: accessibility)))
        }
        test.passcodes.answer("old passcode")
        try await vault.write(
            Self.value, for: try key("gated"),
            options: WriteOptions(
                protection: ItemProtection(
                    accessibility: .afterFirstUnlock, accessControl: .devicePasscode)))
        return vault
    }

    @Test("P1: each state answers for the classes it permits and refuses the others")
    func states() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        try await vault.lock()
        #expect(await vault.availability() == .locked)
        for accessibility in Accessibility.allCases {
            let key = try key(accessibility.rawValue)
            let isReadable = accessibility.isReadableWhileLocked
            let read = await code { _ = try await vault.read(key) }
            #expect(read == (isReadable ? nil : .interactionNotAllowed), "\(accessibility)")
            let write = await code { try await vault.write(Self.value, for: key) }
            #expect(write == (isReadable ? nil : .interactionNotAllowed), "\(accessibility)")
            #expect(try await vault.contains(key))
        }
        #expect(try await vault.list(service: "s").count == 6)
        try await vault.lock(alsoAfterFirstUnlock: true)
        #expect(await vault.availability() == .beforeFirstUnlock)
        for accessibility in Accessibility.allCases {
            let key = try key(accessibility.rawValue)
            #expect(await code { _ = try await vault.read(key) } == .interactionNotAllowed)
            #expect(await code { _ = try await vault.contains(key) } == .interactionNotAllowed)
            #expect(await code { try await vault.remove(key) } == .interactionNotAllowed)
        }
        #expect(await code { _ = try await vault.list(service: nil) } == .interactionNotAllowed)
        let status = try await vault.status()
        #expect(status.itemCount == nil && status.hasPasscode && !status.isLockAdvisory)
        try await vault.unlock(with: Self.old)
        #expect(try await vault.read(try key("whenUnlocked"))?.value == Self.value)
    }

    @Test("P3: what cannot be read now cannot be overwritten, whatever the new protection")
    func noBlindOverwrite() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        try await vault.lock()
        let weaker = WriteOptions(
            protection: ItemProtection(accessibility: .afterFirstUnlockThisDeviceOnly))
        for options in [WriteOptions.standard, weaker] {
            let result = await code {
                try await vault.write(
                    SecretBytes(utf8: "blind"), for: try key("whenUnlocked"), options: options)
            }
            #expect(result == .interactionNotAllowed)
        }
        #expect(
            await code { try await vault.rename(try key("whenUnlocked"), to: try key("new")) }
                == .interactionNotAllowed)
        try await vault.unlock(with: Self.old)
        #expect(try await vault.read(try key("whenUnlocked"))?.value == Self.value)
    }

    @Test("P1: a removed key of a locked class is gone, and others are not")
    func removeWhileLocked() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        try await vault.lock()
        #expect(try await vault.remove(try key("whenUnlocked")))
        try await vault.unlock(with: Self.old)
        #expect(try await vault.read(try key("whenUnlocked")) == nil)
        #expect(try await vault.read(try key("whenUnlockedThisDeviceOnly")) != nil)
    }

    @Test("the keys of the whenUnlocked classes time out, the others stay")
    func timeOut() async throws {
        let test = try TestVault()
        let vault = test.open { $0.keyCache = ProcessKeyCache(clock: test.clock) }
        try await vault.setPasscode(Self.old)
        #expect(await vault.availability() == .unlocked)
        test.clock.advance(by: .seconds(15 * 60 - 1))
        #expect(await vault.availability() == .unlocked)
        test.clock.advance(by: .seconds(2))
        #expect(await vault.availability() == .locked)
    }

    @Test("a wrong passcode is AUTH_FAILED and leaves everything as it was")
    func wrongPasscode() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        try await vault.lock()
        #expect(await code { try await vault.unlock(with: Self.new) } == .authFailed)
        #expect(await vault.availability() == .locked)
        #expect(
            await code { try await vault.changePasscode(from: Self.new, to: Self.old) }
                == .authFailed)
        #expect(await code { try await vault.removePasscode(Self.new) } == .authFailed)
        try await vault.unlock(with: Self.old)
        #expect(try await vault.status().failedTries == 0)
    }

    @Test("ten wrong tries slow down, say until when, and never lock the owner out")
    func brake() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        for _ in 0..<5 {
            #expect(await code { try await vault.unlock(with: Self.new) } == .authFailed)
        }
        let error = await #expect(throws: KeychainError.self) {
            try await vault.unlock(with: Self.old)
        }
        #expect(error?.code == .lockout)
        #expect(error?.message.contains("2027-01-15T") == true)
        #expect(error?.recovery.contains("rescue") == false)
        let status = try await vault.status()
        #expect(status.lockout == .brake)
        #expect(error?.message.contains(status.nextTry?.description ?? "none") == true)
        let warnings = await vault.doctor().filter { $0.topic == "lock-out" }
        #expect(warnings.map(\.grade) == [.warning])
        #expect(warnings.first?.text.contains("2027-01-15T") == true)
        // Another process is slowed down too.
        #expect(await code { try await test.open().unlock(with: Self.old) } == .lockout)
        for wait in [5, 10, 20, 40, 80] {
            test.clock.advance(by: .seconds(wait))
            #expect(await code { try await vault.unlock(with: Self.new) } == .authFailed)
        }
        #expect(try await vault.status().nextTryInSeconds ?? 0 > 100)
        test.clock.advance(by: .seconds(160))
        try await vault.unlock(with: Self.old)
        #expect(try await vault.status().failedTries == 0)
        #expect(try await vault.status().lockout == nil)
    }

    @Test("a change to the same passcode is refused, tries nothing and changes nothing")
    func sameAgain() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        for isLeaked in [false, true] {
            for passcode in [Self.old, Self.new] {
                let refused = await code {
                    try await vault.changePasscode(
                        from: passcode, to: passcode, isLeaked: isLeaked)
                }
                #expect(refused == .invalidArgument)
            }
        }
        #expect(try await vault.status().failedTries == 0)
        try await vault.lock(alsoAfterFirstUnlock: true)
        try await vault.unlock(with: Self.old)
    }

    @Test(
        "changing the passcode keeps every value and refuses the old one", arguments: [false, true])
    func change(isLeaked: Bool) async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        let before = try VaultSecrets(test)
        try await vault.changePasscode(from: Self.old, to: Self.new, isLeaked: isLeaked)
        try await vault.lock(alsoAfterFirstUnlock: true)
        #expect(await code { try await vault.unlock(with: Self.old) } == .authFailed)
        try await vault.unlock(with: Self.new)
        for accessibility in Accessibility.allCases {
            let item = try await vault.read(try key(accessibility.rawValue))
            #expect(item?.value == Self.value, "\(accessibility)")
        }
        test.passcodes.answer("new passcode")
        #expect(try await vault.read(try key("gated"))?.value == Self.value)
        let after = try VaultSecrets(test)
        // Setting a passcode has drawn new keys once already, for the classes that were there.
        for slot in after.slots {
            let first: UInt32 = slot.keyClass.needsPasscode ? 1 : 2
            #expect(slot.generation == (isLeaked ? first + 1 : first), "\(slot.keyClass)")
        }
        #expect(after.ids == before.ids || isLeaked)
        #expect(after.ids.isDisjoint(with: before.ids) == isLeaked)
        #expect(await vault.doctor().allSatisfy { $0.grade != .bad })
    }

    @Test(
        "P5: lock needs no device secret, be it away, damaged or another's", arguments: [0, 1, 2])
    func lockWithoutSecret(kind: Int) async throws {
        for alsoAfterFirstUnlock in [false, true] {
            let test = try TestVault()
            _ = try await filled(test)
            let path = test.location.stateDirectory + "/" + DeviceSecret.fileName
            let secret = try readFile(path)
            switch kind {
            case 0: try #require(rename(path, path + ".away") == 0)
            case 1: try writeFile(path, Array(secret.dropLast()))
            default:
                let other = try TestVault()
                try await other.open().write(Self.value, for: try key("a"))
                let name = "/" + DeviceSecret.fileName
                try writeFile(path, try readFile(other.location.stateDirectory + name))
            }
            try await test.open().lock(alsoAfterFirstUnlock: alsoAfterFirstUnlock)
            // With the secret back, only the keys that the lock dropped are out of reach.
            try writeFile(path, secret)
            let vault = test.open()
            #expect(
                await vault.availability() == (alsoAfterFirstUnlock ? .beforeFirstUnlock : .locked))
            #expect(
                await code { _ = try await vault.read(try key("whenUnlocked")) }
                    == .interactionNotAllowed)
        }
    }

    @Test("P9: the doctor counts what is lost with its keys, and does not call it whole")
    func doctorOfTombstones() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        func content() async throws -> VaultFinding {
            try #require(await vault.doctor().first { $0.topic == "content" })
        }
        let before = try await content()
        #expect(before.grade == .good && before.text.hasSuffix(", all whole"))
        let lost = try await vault.removePasscode(Self.old)
        try #require(lost == 2)
        let after = try await content()
        #expect(after.grade == .warning && after.advice != nil)
        #expect(after.text.contains("\(lost) lost"))
        #expect(!after.text.contains("all whole"))
        for name in ["whenPasscodeSetThisDeviceOnly", "gated"] {
            try await vault.remove(try key(name))
        }
        #expect(try await content().grade == .good)
    }

    @Test("P9: removing the passcode leaves tombstones for what was bound to it, and only for that")
    func removal() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        #expect(try await vault.countOfItemsBoundToPasscode() == 2)
        #expect(try await vault.removePasscode(Self.old) == 2)
        let other = test.open()
        for name in ["whenPasscodeSetThisDeviceOnly", "gated"] {
            #expect(await code { _ = try await other.read(try key(name)) } == .keyInvalidated)
            let attributes = try #require(try await other.attributes(of: try key(name)))
            #expect(attributes.invalidation?.reason == .passcodeRemoved)
        }
        for accessibility in Accessibility.allCases
        where accessibility != .whenPasscodeSetThisDeviceOnly {
            #expect(try await other.read(try key(accessibility.rawValue))?.value == Self.value)
        }
        #expect(await code { try await other.lock() } == .passcodeNotSet)
        #expect(
            await code {
                try await other.write(
                    Self.value, for: try key("new"),
                    options: WriteOptions(
                        protection: ItemProtection(
                            accessibility: .whenPasscodeSetThisDeviceOnly)))
            } == .passcodeNotSet)
        // A tombstone stays until it is handled, also under a new passcode.
        try await other.setPasscode(Self.new)
        #expect(await code { _ = try await other.read(try key("gated")) } == .keyInvalidated)
        let plain = WriteOptions(protection: .standard)
        try await other.replaceInvalidated(
            try key("gated"), with: Self.value, options: plain, prompt: .standard)
        #expect(try await other.read(try key("gated"))?.value == Self.value)
        let conflict = await #expect(throws: KeychainError.self) {
            try await other.replaceInvalidated(
                try key("gated"), with: Self.value, options: plain, prompt: .standard)
        }
        #expect(conflict?.nativeCode == StoreConflict.notInvalidated.rawValue)
        #expect(try await other.remove(try key("whenPasscodeSetThisDeviceOnly")))
        #expect(try await other.read(try key("whenPasscodeSetThisDeviceOnly")) == nil)
    }

    @Test("an item that asks for the passcode asks at each use, or for its time")
    func gate() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        let gated = try key("gated")
        #expect(await code { _ = try vault.readWithoutPrompt(gated) } == .authRequired)
        #expect(await code { _ = try await vault.read(gated) } == .userCanceled)
        test.passcodes.answer("wrong", "old passcode", "old passcode")
        #expect(await code { _ = try await vault.read(gated) } == .authFailed)
        #expect(try await vault.read(gated)?.value == Self.value)
        #expect(await code { _ = try vault.readWithoutPrompt(gated) } == .authRequired)
        let timed = WriteOptions(
            protection: ItemProtection(
                accessibility: .afterFirstUnlock, accessControl: .biometryAnyOrPasscode,
                authValiditySeconds: 30))
        try await vault.write(Self.value, for: try key("timed"), options: timed)
        #expect(try vault.readWithoutPrompt(try key("timed"))?.value == Self.value)
        test.clock.advance(by: .seconds(31))
        #expect(await code { _ = try vault.readWithoutPrompt(try key("timed")) } == .authRequired)
        // Existence and attributes never ask, and removing does not either.
        #expect(try vault.containsWithoutPrompt(gated))
        let count = test.passcodes.promptCount
        #expect(try await vault.remove(gated))
        #expect(test.passcodes.promptCount == count)
        // Nobody is asked for what is refused anyway.
        try await vault.lock()
        let locked = WriteOptions(
            protection: ItemProtection(
                accessibility: .whenUnlocked, accessControl: .devicePasscode))
        #expect(
            await code { try await vault.write(Self.value, for: gated, options: locked) }
                == .interactionNotAllowed)
        #expect(test.passcodes.promptCount == count)
        let deaf = test.open { $0.passcodeSource = nil }
        #expect(await code { _ = try await deaf.read(try key("timed")) } == .noActivity)
    }

    @Test("setting a passcode twice, an empty one and one too long are refused")
    func invalid() async throws {
        let test = try TestVault()
        let vault = test.open()
        #expect(await code { try await vault.setPasscode(SecretBytes([])) } == .invalidArgument)
        let long = SecretBytes([UInt8](repeating: 65, count: 1025))
        #expect(await code { try await vault.setPasscode(long) } == .invalidArgument)
        #expect(await code { try await vault.unlock(with: Self.old) } == .passcodeNotSet)
        try await vault.setPasscode(Self.old)
        #expect(await code { try await vault.setPasscode(Self.new) } == .invalidArgument)
        try await vault.unlock(with: Self.old)
    }

    @Test("P10: a wrong key in the keyring locks the class and damages nothing")
    func foreignKeyInKeyring() async throws {
        let test = try TestVault()
        let cache = ProcessKeyCache(clock: test.clock)
        let vault = test.open { $0.keyCache = cache }
        try await vault.setPasscode(Self.old)
        try await vault.write(Self.value, for: try key("a"))
        let vaultID = try #require(try VaultSecrets(test).vaultID)
        for slot in try VaultSecrets(test).slots {
            let name = ClassKeyName(vaultID: vaultID, slot: slot)
            cache.keep(SecretBytes([UInt8](repeating: 7, count: 32)), as: name, lifetime: nil)
        }
        let other = test.open { $0.keyCache = cache }
        #expect(await code { _ = try await other.read(try key("a")) } == .interactionNotAllowed)
        try await other.unlock(with: Self.old)
        #expect(try await other.read(try key("a"))?.value == Self.value)
    }

    @Test("an interrupted change of keys goes on at the next unlock")
    func resumedRotation() async throws {
        let test = try TestVault()
        let vault = try await filled(test)
        let options = WriteOptions(
            protection: ItemProtection(accessibility: .whenUnlockedThisDeviceOnly))
        for number in 0..<150 {
            try await vault.write(Self.value, for: try key("n\(number)"), options: options)
        }
        // What lies on the disk after the first step is what a crash there would leave.
        let copy = test.folder.path + "/copy"
        let copied = Locked(false)
        try await vault.changePasscode(from: Self.old, to: Self.new, isLeaked: true) {
            done, total in
            guard done < total, !copied.withLock({ $0 }) else { return }
            copied.withLock { $0 = copyFiles(from: test.location.directory, to: copy) }
        }
        #expect(copied.withLock { $0 })
        let location = VaultLocation(
            directory: copy, stateDirectory: test.location.stateDirectory)
        let restored = test.open { $0.location = location }
        try await restored.lock(alsoAfterFirstUnlock: true)
        #expect(try await restored.status().retiringKeyCount > 0)
        #expect(await code { try await restored.unlock(with: Self.old) } == .authFailed)
        try await restored.unlock(with: Self.new)
        #expect(try await restored.status().retiringKeyCount == 0)
        for number in 0..<150 {
            #expect(try await restored.read(try key("n\(number)"))?.value == Self.value)
        }
        #expect(await restored.doctor().allSatisfy { $0.grade != .bad })
    }
}

/// What lies in a vault's file in the clear, for tests that look behind its back.
struct VaultSecrets {
    let vaultID: VaultID?
    let slots: [KeySlot]
    let ids: Set<[UInt8]>

    init(_ test: TestVault) throws {
        let database = try VaultDatabase(path: test.database, .init(mode: .readOnly))
        let keybag = try database.keybag()
        vaultID = keybag.vaultID
        slots = keybag.slots
        var ids = Set<[UInt8]>()
        try database.forEachItem { (row) throws(KeychainError) in ids.insert(row.id) }
        self.ids = ids
    }
}
