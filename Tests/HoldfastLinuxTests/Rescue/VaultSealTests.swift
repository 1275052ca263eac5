import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// A vault whose device secret is sealed by hardware.
@Suite struct VaultSealTests {
    private let test: TestVault
    private let sealer = SoftSealer()
    private let rescueCode: RescueCode
    private let passcode = SecretBytes(utf8: "correct horse")
    private let value = SecretBytes(utf8: "value")
    private let name: ItemKey

    init() throws {
        test = try TestVault()
        rescueCode = try RescueCode.make()
        name = try key("a")
    }

    private func open(_ change: (inout VaultConfiguration) -> Void = { _ in }) -> LinuxVault {
        test.open { configuration in
            configuration.sealer = sealer
            change(&configuration)
        }
    }

    private func stateFiles() throws -> [String] {
        try Files.names(in: test.location.stateDirectory)
    }

    @Test("sealed, the vault opens with the hardware alone, and unsealed without it")
    func cycle() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        #expect(try await open().read(name)?.value == value)
        let sealed = try await open().status()
        #expect(sealed.deviceSecret == .sealed && sealed.sealedToRegisters == [])
        #expect(sealed.classes.first?.needs == [.tpm])
        #expect(try stateFiles() == ["device-secret"])
        try await open().destroyUnsealedSecrets()
        #expect(try stateFiles() == [])
        #expect(try await open().read(name)?.value == value)
        try await open().unsealDeviceSecret()
        sealer.setThere(false)
        #expect(try await open().read(name)?.value == value)
        #expect(try await open().status().classes.first?.needs == [.deviceSecretFile])
        try await open().checkRescueCode(rescueCode)
        sealer.setThere(true)
        // The vault's own file is nobody else's: it goes by itself.
        try await open().sealDeviceSecret(toRegisters: [7], rescueCode: rescueCode)
        #expect(try stateFiles() == [])
        #expect(try await open().status().sealedToRegisters == [7])
    }

    @Test("the file from before opens nothing of the sealed vault, and the hardware is asked")
    func formerFile() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        sealer.setThere(false)
        #expect(await code { _ = try await open().read(name) } == .hardwareUnavailable)
        #expect(try stateFiles() == ["device-secret"])
    }

    @Test("P2: the former file goes only after the hardware has opened the sealed secret")
    func formerFileStays() async throws {
        let vault = open()
        try await vault.write(value, for: name)
        #expect(await code { try await vault.destroyUnsealedSecrets() } == .invalidArgument)
        try await vault.sealDeviceSecret(rescueCode: rescueCode)
        sealer.setThere(false)
        // Also where this process still has the secret in memory.
        for vault in [vault, open()] {
            let refused = await code { try await vault.destroyUnsealedSecrets() }
            #expect(refused == .hardwareUnavailable)
        }
        sealer.setThere(true)
        sealer.clear()
        #expect(await code { try await vault.destroyUnsealedSecrets() } != nil)
        #expect(try stateFiles() == ["device-secret"])
    }

    @Test("P2: with a passcode, the former file needs the right one to go")
    func formerFilePasscode() async throws {
        try await open().write(value, for: name)
        try await open().setPasscode(passcode)
        try await open().sealDeviceSecret(rescueCode: rescueCode, passcode: passcode)
        let wrong = SecretBytes(utf8: "wrong")
        #expect(await code { try await open().destroyUnsealedSecrets() } == .authRequired)
        #expect(
            await code { try await open().destroyUnsealedSecrets(passcode: wrong) } == .authFailed)
        #expect(try stateFiles() == ["device-secret"])
        try await open().destroyUnsealedSecrets(passcode: passcode)
        #expect(try stateFiles() == [])
    }

    enum Loss: CaseIterable {
        case registers, cleared, gone, registersWithoutBinding

        var code: KeychainError.Code? {
            switch self {
            case .registers, .cleared: .interactionNotAllowed
            case .gone: .hardwareUnavailable
            case .registersWithoutBinding: nil
            }
        }
    }

    @Test(
        "what the hardware refuses is said apart, makes no secret, and the rescue code opens",
        arguments: Loss.allCases, [false, true])
    func losses(loss: Loss, hasPasscode: Bool) async throws {
        try await open().write(value, for: name)
        if hasPasscode { try await open().setPasscode(passcode) }
        let given = hasPasscode ? passcode : nil
        try await open().sealDeviceSecret(
            toRegisters: loss == .registers ? [0, 7] : [], rescueCode: rescueCode, passcode: given)
        try await open().destroyUnsealedSecrets(passcode: given)
        if hasPasscode { try await open().lock(alsoAfterFirstUnlock: true) }
        switch loss {
        case .registers, .registersWithoutBinding: sealer.changeRegisters()
        case .cleared: sealer.clear()
        case .gone: sealer.setThere(false)
        }
        for _ in 0..<8 {
            let found = await code {
                if hasPasscode { try await open().unlock(with: passcode) }
                _ = try await open().read(name)
            }
            #expect(found == loss.code)
        }
        let absent = await code {
            try await open().write(value, for: key("new"), options: .standard)
        }
        if !hasPasscode { #expect(absent == loss.code) }
        #expect(try stateFiles() == [])
        #expect(try await open().rescue(with: rescueCode, passcode: given) == 0)
        #expect(try await open().read(name)?.value == value)
    }

    @Test("P9: without a rescue code, a cleared chip is KEY_INVALIDATED, and nothing else is")
    func withoutCode() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        try await open().removeRescueCode()
        sealer.setThere(false)
        #expect(await code { _ = try await open().read(name) } == .hardwareUnavailable)
        sealer.setThere(true)
        sealer.clear()
        #expect(await code { _ = try await open().read(name) } == .keyInvalidated)
        guard case .unavailable(let error) = try await open().status().availability else {
            Issue.record("the status says that the vault answers")
            return
        }
        #expect(error.code == .keyInvalidated)
    }

    @Test("the rescue code of a vault that is sealed to registers cannot be removed")
    func codeIsKept() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(toRegisters: [7], rescueCode: rescueCode)
        #expect(await code { try await open().removeRescueCode() } == .invalidArgument)
        try await open().checkRescueCode(rescueCode)
    }

    @Test("with a passcode each guess costs the hardware a try, and reads cost none")
    func passcode() async throws {
        try await open().setPasscode(passcode)
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode, passcode: passcode)
        try await open().destroyUnsealedSecrets(passcode: passcode)
        let vault = open()
        let before = sealer.unseals
        for _ in 0..<3 { #expect(try await open().read(name)?.value == value) }
        #expect(sealer.unseals == before)
        for count in 1...3 {
            let wrong = SecretBytes(utf8: "wrong \(count)")
            #expect(await code { try await vault.unlock(with: wrong) } == .authFailed)
            #expect(sealer.wrongTries == count)
        }
        try await vault.unlock(with: passcode)
        // Also in an object that has just opened it.
        #expect(
            await code { try await vault.unlock(with: SecretBytes(utf8: "x")) } == .authFailed)
        #expect(sealer.wrongTries == 4)
    }

    @Test("set, changed and removed passcodes are the hardware's as well")
    func passcodeChanges() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        try await open().destroyUnsealedSecrets()
        try await open().setPasscode(passcode, rescueCode: rescueCode)
        let second = SecretBytes(utf8: "second")
        for isLeaked in [false, true] {
            let (old, new) = isLeaked ? (second, passcode) : (passcode, second)
            try await open().changePasscode(
                from: old, to: new, isLeaked: isLeaked, rescueCode: isLeaked ? rescueCode : nil)
            try await open().lock(alsoAfterFirstUnlock: true)
            #expect(await code { try await open().unlock(with: old) } == .authFailed)
            try await open().unlock(with: new)
            #expect(try await open().read(name)?.value == value)
        }
        #expect(sealer.wrongTries == 2)
        try await open().removePasscode(passcode, rescueCode: rescueCode)
        #expect(try await open().read(name)?.value == value)
        #expect(sealer.wrongTries == 2)
        #expect(try await open().status().deviceSecret == .sealed)
    }

    @Test("a hardware lock-out is LOCKOUT, is no guess, and nothing is lost")
    func lockout() async throws {
        try await open().setPasscode(passcode)
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode, passcode: passcode)
        try await open().lock(alsoAfterFirstUnlock: true)
        sealer.fail(with: KeychainError(.lockout, "too many", advice: "wait"))
        for _ in 0..<8 {
            let error = await error { try await open().unlock(with: passcode) }
            #expect(error?.code == .lockout)
            #expect(error?.recovery.hasPrefix("wait; ") == true)
            #expect(error?.recovery.contains("`holdfast rescue use`") == true)
        }
        #expect(try await open().status().failedTries == 0)
        sealer.fail(with: nil)
        let refused = await error {
            for _ in 0..<9 {
                do {
                    try await open().unlock(with: SecretBytes(utf8: "wrong"))
                } catch KeychainError.Code.authFailed {}
            }
        }
        #expect(refused?.code == .lockout)
        #expect(refused?.recovery.contains("`holdfast rescue use`") == true)
        test.clock.advance(by: .seconds(3600))
        try await open().unlock(with: passcode)
        #expect(try await open().read(name)?.value == value)
    }

    private func error(_ body: () async throws -> Void) async -> KeychainError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? KeychainError
        }
    }

    @Test("status and doctor say that the hardware is locked out, and until when it may be")
    func lockoutInStatus() async throws {
        try await open().setPasscode(passcode)
        try await open().sealDeviceSecret(rescueCode: rescueCode, passcode: passcode)
        func status() async throws -> VaultStatus { try await open().status() }
        func finding() async -> VaultFinding? {
            await open().doctor().first { $0.topic == "lock-out" }
        }
        #expect(try await status().lockout == nil)
        #expect(await finding() == nil)
        sealer.say(SealerLockout(intervalSeconds: 600, tries: 2))
        #expect(try await status().lockout == .tpm)
        #expect(try await status().nextTryInSeconds == 1200)
        let end = UnixTime(seconds: test.clock.now.seconds + 1200)
        #expect(try await status().nextTry == end)
        #expect(await finding()?.grade == .warning)
        #expect(await finding()?.text.contains(end.description) == true)
        #expect(await finding()?.advice?.contains("`holdfast rescue use`") == true)
        sealer.say(SealerLockout(intervalSeconds: nil, tries: 1))
        #expect(try await status().lockout == .tpm)
        #expect(try await status().nextTry == nil)
        #expect(await finding()?.text.contains("does not say") == true)
        // Hardware that cannot be asked keeps no status from being told, and is said.
        sealer.setThere(false)
        let vault = open()
        #expect(try await vault.status().lockout == nil)
        #expect(try await vault.status().tpmProblem?.code == .hardwareUnavailable)
        #expect(vault.warnings.isEmpty)
        let asked = await vault.doctor().filter { $0.text.contains("cannot be asked: no chip") }
        #expect(asked.map(\.grade) == [.warning])
        // A vault that hardware opens without a passcode has no lock-out.
        sealer.setThere(true)
        try await open().removePasscode(passcode, rescueCode: rescueCode)
        #expect(try await status().lockout == nil)
    }

    @Test("hardware out of reach names the rescue code, as long as there is one")
    func hardwareAway() async throws {
        try await open().write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        sealer.setThere(false)
        let error = await error { _ = try await open().read(name) }
        #expect(error?.code == .hardwareUnavailable && error?.message.contains("no chip") == true)
        #expect(error?.recovery.contains("`holdfast rescue use`") == true)
        sealer.setThere(true)
        try await open().removeRescueCode()
        sealer.setThere(false)
        let without = await self.error { _ = try await open().read(name) }
        #expect(without?.code == .hardwareUnavailable)
        #expect(without?.recovery.contains("rescue") == false)
    }

    @Test("other vaults of the device secret's file stay as they are")
    func otherVaults() async throws {
        let second = VaultLocation(
            directory: test.folder.path + "/second", stateDirectory: test.location.stateDirectory)
        try await open().write(value, for: name)
        try await open { $0.location = second }.write(value, for: name)
        try await open().sealDeviceSecret(rescueCode: rescueCode)
        #expect(try await open { $0.location = second }.read(name)?.value == value)
        try await open().unsealDeviceSecret()
        #expect(try stateFiles().count == 2)
        #expect(try await open().read(name)?.value == value)
        #expect(try await open { $0.location = second }.read(name)?.value == value)
    }

    @Test("a process that had the vault open goes on when another seals, unseals and rescues it")
    func openElsewhere() async throws {
        let other = open()
        try await other.write(value, for: name)
        for _ in 0..<2 {
            try await open().sealDeviceSecret(rescueCode: rescueCode)
            #expect(try await other.read(name)?.value == value)
            try await other.write(value, for: try key("b"))
            try await open().unsealDeviceSecret()
            #expect(try await other.read(try key("b"))?.value == value)
            try await open().rescue(with: rescueCode)
            #expect(try await other.read(name)?.value == value)
            try await other.write(value, for: name)
        }
    }

    @Test("hardware that gives back something else is found out before anything depends on it")
    func lyingHardware() async throws {
        try await open().write(value, for: name)
        let vault = test.open { $0.sealer = LyingSealer() }
        #expect(
            await code { try await vault.sealDeviceSecret(rescueCode: rescueCode) } == .unknown)
        #expect(try await vault.read(name)?.value == value)
        #expect(try await vault.status().deviceSecret == .file)
    }

    private struct LyingSealer: SecretSealer {
        func seal(
            _ secret: SecretBytes, authorization: SecretBytes?, registers: Set<Int>
        ) throws(KeychainError) -> [UInt8] { [1] }

        func unseal(
            _ sealed: [UInt8], authorization: SecretBytes?
        ) throws(KeychainError) -> SecretBytes { SecretBytes([UInt8](repeating: 1, count: 32)) }

        func lockout() throws(KeychainError) -> SealerLockout? { nil }
    }

    @Test("a build or a machine without a TPM refuses to seal, and changes nothing")
    func noHardware() async throws {
        try await open().write(value, for: name)
        sealer.setThere(false)
        #expect(
            await code { try await open().sealDeviceSecret(rescueCode: rescueCode) }
                == .hardwareUnavailable)
        let numbers = await code {
            try await open().sealDeviceSecret(toRegisters: [24], rescueCode: rescueCode)
        }
        #expect(numbers == .invalidArgument)
        #expect(try await open().status().formatVersion == 1)
        #expect(try await open().status().rescueCodeCreated == nil)
    }

    @Test("the doctor warns without a way back, and says what is sealed and what is left over")
    func doctor() async throws {
        func topics(_ grade: VaultFinding.Grade) async -> Set<String> {
            Set(await open().doctor().filter { $0.grade == grade }.map(\.topic))
        }
        try await open().write(value, for: name)
        #expect(await topics(.warning).contains("rescue code"))
        try await open().noteExport()
        #expect(await !topics(.warning).contains("rescue code"))
        #expect(await topics(.note).contains("export"))
        try await open().noteExport(omissions: 2)
        #expect(await topics(.warning).contains("export"))
        #expect(await !topics(.warning).contains("rescue code"))
        #expect(try await open().status().lastExportOmissions == 2)
        // One that lacks what it could have held is no way back, however new.
        try await open().noteExport(omissions: 2, misses: 1)
        #expect(await topics(.warning).isSuperset(of: ["export", "rescue code"]))
        #expect(try await open().status().lastExportMisses == 1)
        try await open().noteExport()
        #expect(await topics(.warning).isDisjoint(with: ["rescue code", "export"]))
        // What is written later is not in it, unless it could not be in any.
        test.clock.advance(by: .seconds(10))
        try await open().write(value, for: name)
        #expect(await !topics(.warning).contains("export"))
        try await open().write(
            value, for: name,
            options: WriteOptions(protection: ItemProtection(accessibility: .afterFirstUnlock)))
        let later = await open().doctor().first { $0.text.contains("1 item was written since") }
        #expect(later?.grade == .warning)
        test.clock.advance(by: .seconds(31 * 24 * 3600))
        #expect(await topics(.warning).contains("rescue code"))
        try await open().sealDeviceSecret(toRegisters: [7], rescueCode: rescueCode)
        #expect(await !topics(.warning).contains("rescue code"))
        #expect(await topics(.good).isSuperset(of: ["rescue code", "device secret", "TPM"]))
        #expect(await topics(.note).contains("device secret"))
        sealer.changeRegisters()
        #expect(await topics(.bad).contains("vault"))
    }
}
