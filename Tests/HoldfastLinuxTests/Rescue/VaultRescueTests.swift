import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// A vault whose device secret or passcode is lost, and its rescue code.
@Suite struct VaultRescueTests {
    private let test: TestVault
    private let code: RescueCode
    private let passcode = SecretBytes(utf8: "correct horse")
    private let value = SecretBytes(utf8: "value")

    init() throws {
        test = try TestVault()
        code = try RescueCode.make()
    }

    private var sharedSecret: String {
        test.location.stateDirectory + "/" + DeviceSecret.fileName
    }

    private func fill(hasPasscode: Bool) async throws {
        let vault = test.open()
        if hasPasscode { try await vault.setPasscode(passcode) }
        for accessibility in Accessibility.allCases
        where hasPasscode || accessibility != .whenPasscodeSetThisDeviceOnly {
            try await vault.write(
                value, for: try key(accessibility.rawValue),
                options: WriteOptions(protection: ItemProtection(accessibility: accessibility)))
        }
        guard hasPasscode else { return }
        test.passcodes.answer("correct horse")
        let gated = ItemProtection(accessibility: .afterFirstUnlock, accessControl: .devicePasscode)
        try await vault.write(
            value, for: try key("gated"), options: WriteOptions(protection: gated))
    }

    @Test("a damaged device secret names the rescue code as a way out where there is one")
    func damagedSecretAdvice() async throws {
        try await fill(hasPasscode: false)
        func readError() async throws -> KeychainError? {
            try writeFile(sharedSecret, [1])
            return await #expect(throws: KeychainError.self) {
                _ = try await test.open().read(try key("whenUnlocked"))
            }
        }
        let secret = try readFile(sharedSecret)
        let without = try await readError()
        #expect(without?.code == .dataCorrupted)
        #expect(without?.recovery.contains("rescue") == false)
        try writeFile(sharedSecret, secret)
        try await test.open().setRescueCode(code)
        let with = try await readError()
        #expect(with?.code == .dataCorrupted)
        #expect(with?.recovery.contains("`holdfast rescue use`") == true)
    }

    private func loseSecret() {
        unlink(sharedSecret)
    }

    private func readable(_ vault: LinuxVault) async throws -> Set<String> {
        var names: Set<String> = []
        for attributes in try await vault.list(service: nil) where attributes.invalidation == nil {
            test.passcodes.answer("correct horse")
            #expect(try await vault.read(attributes.key)?.value == value)
            names.insert(attributes.key.account)
        }
        return names
    }

    private var withoutPasscode: Set<String> {
        Set(Accessibility.allCases.map(\.rawValue))
            .subtracting([Accessibility.whenPasscodeSetThisDeviceOnly.rawValue])
    }

    @Test("a lost device secret is INTERACTION_NOT_ALLOWED, no secret is made, and the code opens")
    func lostSecret() async throws {
        try await fill(hasPasscode: false)
        try await test.open().setRescueCode(code)
        loseSecret()
        let vault = test.open()
        for name in ["afterFirstUnlock", "absent"] {
            #expect(
                await Self.code { _ = try await vault.read(key(name)) } == .interactionNotAllowed)
        }
        #expect(
            await Self.code { try await vault.write(value, for: key("new")) }
                == .interactionNotAllowed)
        let status = try await vault.status()
        #expect(status.deviceSecret == .missing && status.rescueCodeCreated == test.clock.now)
        #expect(try Files.names(in: test.location.stateDirectory) == [])
        #expect(try await test.open().rescue(with: code) == 0)
        #expect(access(sharedSecret, F_OK) != 0, "other vaults' secret was made anew")
        #expect(try await readable(test.open()) == withoutPasscode)
        // The object that met the loss goes on as well.
        #expect(try await vault.read(try key("afterFirstUnlock"))?.value == value)
        #expect(try await vault.status().deviceSecret == .file)
        #expect(await test.open().doctor().allSatisfy { $0.grade != .bad })
    }

    @Test(
        "a code that goes on keeps its date, whatever new keys it wraps, and a new one has its own")
    func dateOfCode() async throws {
        try await fill(hasPasscode: false)
        try await test.open().setRescueCode(code)
        let made = test.clock.now
        func date() async throws -> UnixTime? { try await test.open().status().rescueCodeCreated }
        let second = SecretBytes(utf8: "second")
        let changes: [() async throws -> Void] = [
            { try await test.open().rescue(with: code) },
            { try await test.open().setPasscode(passcode, rescueCode: code) },
            {
                try await test.open().changePasscode(
                    from: passcode, to: second, isLeaked: true, rescueCode: code)
            },
            { try await test.open().rescue(with: code, passcode: second) },
            { try await test.open().removePasscode(second, rescueCode: code) },
            { try await test.open().setRescueCode(code) },
        ]
        for change in changes {
            test.clock.advance(by: .seconds(1000))
            try await change()
            #expect(try await date() == made)
        }
        test.clock.advance(by: .seconds(1000))
        try await test.open().rescue(with: code, newCode: RescueCode.make())
        #expect(try await date() == test.clock.now)
    }

    @Test("code and passcode together keep everything, and the passcode stays")
    func withPasscode() async throws {
        try await fill(hasPasscode: true)
        try await test.open().setRescueCode(code, passcode: passcode)
        loseSecret()
        #expect(try await test.open().rescue(with: code, passcode: passcode) == 0)
        let vault = test.open()
        try await vault.lock(alsoAfterFirstUnlock: true)
        try await vault.unlock(with: passcode)
        let all = Set(Accessibility.allCases.map(\.rawValue)).union(["gated"])
        #expect(try await readable(vault) == all)
    }

    @Test("P9: a forgotten passcode costs what only it opens, and nothing else")
    func forgottenPasscode() async throws {
        try await fill(hasPasscode: true)
        try await test.open().setRescueCode(code, passcode: passcode)
        try await test.open().lock(alsoAfterFirstUnlock: true)
        let new = SecretBytes(utf8: "new")
        #expect(try await test.open().rescue(with: code, newPasscode: new) == 2)
        let vault = test.open()
        #expect(try await readable(vault) == withoutPasscode)
        for name in ["gated", "whenPasscodeSetThisDeviceOnly"] {
            #expect(await Self.code { _ = try await vault.read(key(name)) } == .keyInvalidated)
            let attributes = try await vault.attributes(of: try key(name))
            #expect(attributes?.invalidation?.reason == .keyLost)
        }
        try await vault.lock(alsoAfterFirstUnlock: true)
        #expect(await Self.code { try await vault.unlock(with: passcode) } == .authFailed)
        try await vault.unlock(with: new)
        // The class is there again for new items.
        try await vault.write(
            value, for: try key("again"),
            options: WriteOptions(
                protection: ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly)))
    }

    @Test("another code is AUTH_FAILED and changes nothing; so is one that was replaced")
    func wrongCode() async throws {
        try await fill(hasPasscode: false)
        try await test.open().setRescueCode(code)
        let newest = try RescueCode.make()
        try await test.open().setRescueCode(newest)
        loseSecret()
        let before = try Files.contents(of: test.location.directory)
        for wrong in [code, try RescueCode.make()] {
            let found = await Self.code { try await test.open().rescue(with: wrong) }
            #expect(found == .authFailed)
        }
        let after = try Files.contents(of: test.location.directory)
        #expect(after["vault.db"] == before["vault.db"])
        #expect(try Files.names(in: test.location.stateDirectory) == [])
        try await test.open().rescue(with: newest)
    }

    @Test("a wrong passcode beside the right code is AUTH_FAILED, counted, and braked")
    func wrongPasscode() async throws {
        try await fill(hasPasscode: true)
        try await test.open().setRescueCode(code, passcode: passcode)
        loseSecret()
        let wrong = SecretBytes(utf8: "wrong")
        for _ in 0..<5 {
            let found = await Self.code {
                try await test.open().rescue(with: code, passcode: wrong)
            }
            #expect(found == .authFailed)
        }
        let braked = await Self.code {
            try await test.open().rescue(with: code, passcode: passcode)
        }
        #expect(braked == .lockout)
        // Whoever has no code does not even get to try.
        let stranger = await Self.code {
            try await test.open().rescue(with: try RescueCode.make(), passcode: passcode)
        }
        #expect(stranger == .authFailed)
        test.clock.advance(by: .seconds(10))
        #expect(try await test.open().rescue(with: code, passcode: passcode) == 0)
    }

    enum Part: CaseIterable {
        case secret, key, missingKey
    }

    @Test(
        "P1: a damaged wrap is DATA_CORRUPTED and the vault stays as it was",
        arguments: Part.allCases)
    func damagedWrap(part: Part) async throws {
        try await fill(hasPasscode: true)
        let vault = test.open()
        try await vault.setRescueCode(code, passcode: passcode)
        try await vault.withRoot(passcode) { (core, root, _, open) throws(KeychainError) in
            try core.changeKeybag(root, open) { (keybag, _) throws(KeychainError) in
                keybag.rescue = keybag.rescue.map { Self.damaged($0, part) }
            }
        }
        loseSecret()
        let found = await Self.code {
            try await test.open().rescue(with: code, passcode: passcode)
        }
        #expect(found == .dataCorrupted)
    }

    private static func damaged(_ wrap: RescueWrap, _ part: Part) -> RescueWrap {
        func flipped(_ key: WrappedKey) -> WrappedKey {
            var sealed = key.sealed
            sealed[0] ^= 1
            return WrappedKey(salt: key.salt, sealed: sealed, check: key.check)
        }
        var keys = wrap.keys
        let slot = keys.keys.sorted()[1]
        switch part {
        case .secret:
            return RescueWrap(
                created: wrap.created, rootCheck: wrap.rootCheck, secret: flipped(wrap.secret),
                keys: keys)
        case .key: keys[slot] = keys[slot].map(flipped)
        case .missingKey: keys[slot] = nil
        }
        return RescueWrap(
            created: wrap.created, rootCheck: wrap.rootCheck, secret: wrap.secret, keys: keys)
    }

    @Test("new keys are never drawn without the code or a new one, and both then open")
    func newKeys() async throws {
        try await fill(hasPasscode: false)
        let vault = test.open()
        try await vault.setRescueCode(code)
        #expect(await Self.code { try await vault.setPasscode(passcode) } == .invalidArgument)
        #expect(try await vault.status().hasPasscode == false)
        try await vault.setPasscode(passcode, rescueCode: code)
        try await vault.checkRescueCode(code)
        let second = SecretBytes(utf8: "second")
        // The same keys: the code goes on.
        try await vault.changePasscode(from: passcode, to: second)
        try await vault.checkRescueCode(code)
        let refused = await Self.code {
            try await vault.changePasscode(from: second, to: passcode, isLeaked: true)
        }
        #expect(refused == .invalidArgument)
        let newest = try RescueCode.make()
        try await vault.changePasscode(
            from: second, to: passcode, isLeaked: true, rescueCode: newest)
        #expect(await Self.code { try await vault.checkRescueCode(code) } == .authFailed)
        #expect(await Self.code { try await vault.removePasscode(passcode) } == .invalidArgument)
        try await vault.removePasscode(passcode, rescueCode: newest)
        loseSecret()
        try await test.open().rescue(with: newest)
        #expect(try await readable(test.open()) == withoutPasscode)
    }

    @Test("a passcode's plain change keeps the code good for everything, with the new passcode")
    func plainChange() async throws {
        try await fill(hasPasscode: true)
        try await test.open().setRescueCode(code, passcode: passcode)
        let second = SecretBytes(utf8: "second")
        try await test.open().changePasscode(from: passcode, to: second)
        loseSecret()
        #expect(try await test.open().rescue(with: code, passcode: second) == 0)
    }

    @Test("removing the code leaves a lost secret KEY_INVALIDATED, as without one")
    func removal() async throws {
        try await fill(hasPasscode: false)
        let vault = test.open()
        #expect(await Self.code { try await vault.removeRescueCode() } == .invalidArgument)
        try await vault.setRescueCode(code)
        try await vault.removeRescueCode()
        #expect(await Self.code { try await vault.rescue(with: code) } == .invalidArgument)
        loseSecret()
        let found = await Self.code { _ = try await test.open().read(key("afterFirstUnlock")) }
        #expect(found == .keyInvalidated)
    }

    @Test("a vault stays in format 1 until it has a code, and processes that have it open go on")
    func format() async throws {
        try await fill(hasPasscode: true)
        let other = test.open()
        #expect(try await other.status().formatVersion == 1)
        try await test.open().setRescueCode(code, passcode: passcode)
        #expect(try await other.status().formatVersion == 2)
        try await other.write(value, for: try key("more"))
        #expect(try await test.open().read(try key("more"))?.value == value)
        try await other.removeRescueCode(passcode: passcode)
        #expect(try await test.open().status().formatVersion == 2)
    }

    @Test("the code is asked for with the passcode, which is not the vault's")
    func passcodeIsNeeded() async throws {
        try await fill(hasPasscode: true)
        let vault = test.open()
        #expect(await Self.code { try await vault.setRescueCode(code) } == .authRequired)
        let wrong = SecretBytes(utf8: "wrong")
        let found = await Self.code { try await vault.setRescueCode(code, passcode: wrong) }
        #expect(found == .authFailed)
        #expect(try await vault.status().rescueCodeCreated == nil)
    }

    @Test("a vault restored on another machine opens with its code")
    func otherMachine() async throws {
        try await fill(hasPasscode: false)
        try await test.open().setRescueCode(code)
        let elsewhere = VaultLocation(
            directory: test.location.directory, stateDirectory: test.folder.path + "/elsewhere")
        try await test.open { $0.location = elsewhere }.rescue(with: code)
        #expect(try await readable(test.open { $0.location = elsewhere }) == withoutPasscode)
    }

    /// The code that a body throws.
    private static func code(_ body: () async throws -> Void) async -> KeychainError.Code? {
        await HoldfastLinuxTests.code(body)
    }
}
