#if Desktop
import CrashSupport
import Glibc
import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLinux

/// Items of a vault that ask for a finger, with the real fprintd and libfprint's virtual reader.
@Suite(
    "Items that ask for a finger, through the real fprintd",
    .enabled(if: Tools.hasFprintd, "fprintd is not installed: NOTHING of the reader is tested"))
struct FingerprintItemTests {
    private static let passcode = SecretBytes(utf8: "correct horse")

    /// Gives the passcode and counts how often it was asked.
    private final class Passcodes: PasscodeSource {
        let count = Locked(0)

        func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
            count.withLock { $0 += 1 }
            return FingerprintItemTests.passcode
        }
    }

    private static func vault(
        _ desk: FingerprintReaderTests.Desk, _ person: PersonAtReader, _ passcodes: Passcodes
    ) -> LinuxVault {
        let folder = desk.bus.folder.path
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder + "/vault", stateDirectory: folder + "/state"))
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.passcodeSource = passcodes
        configuration.presenceVerifier = desk.sensor(person)
        configuration.keepKeysInProcess()
        return LinuxVault(configuration)
    }

    private static func options(_ accessControl: AccessControl) -> WriteOptions {
        WriteOptions(protection: ItemProtection(accessControl: accessControl))
    }

    @Test("P11: an item with biometryAny is read with a finger, and not without")
    func any() async throws {
        let desk = try await FingerprintReaderTests.Desk()
        let person = PersonAtReader(desk.reader, "SCAN right-index-finger", "SCAN x")
        let vault = Self.vault(desk, person, Passcodes())
        let key = try ItemKey(service: "s", account: "a")
        #expect(try vault.canUse(.biometryAny) == .available)
        try await vault.write(SecretBytes([1]), for: key, options: Self.options(.biometryAny))
        #expect(throws: KeychainError.self) { try vault.readWithoutPrompt(key) }
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        await #expect(throws: KeychainError.self) { try await vault.read(key, prompt: .standard) }
        #expect(person.steps.contains(.noMatch(triesLeft: 2)))
    }

    @Test("A finger removed between write and read: asked for none, the passcode still opens")
    func removed() async throws {
        let desk = try await FingerprintReaderTests.Desk(
            fingers: ["right-index-finger", "left-thumb"])
        let passcodes = Passcodes()
        let vault = Self.vault(desk, PersonAtReader(desk.reader), passcodes)
        try await vault.setPasscode(Self.passcode)
        let alone = try ItemKey(service: "s", account: "alone")
        let either = try ItemKey(service: "s", account: "either")
        try await vault.write(SecretBytes([1]), for: alone, options: Self.options(.biometryAny))
        try await vault.write(
            SecretBytes([2]), for: either, options: Self.options(.biometryCurrentSetOrPasscode))
        // The set is as it was: no notice.
        #expect(try await vault.read(either, prompt: .standard)?.value == SecretBytes([2]))
        #expect(vault.warnings.isEmpty)
        try await desk.reader.remove("left-thumb", on: desk.bus)
        #expect(try await vault.read(either, prompt: .standard)?.value == SecretBytes([2]))
        #expect(vault.warnings.count == 1)
        #expect(vault.warnings.first?.contains("other fingers") == true)
        #expect(passcodes.count.withLock { $0 } == 3)
        try await desk.reader.remove("right-index-finger", on: desk.bus)
        do {
            _ = try await vault.read(alone, prompt: .standard)
            Issue.record("an item was read without a finger")
        } catch {
            #expect(error.code == .biometryNotEnrolled)
        }
        #expect(try vault.canUse(.biometryAny) == .notEnrolled)
        await #expect(throws: KeychainError.self) {
            try await vault.write(
                SecretBytes([3]), for: alone, options: Self.options(.biometryAny))
        }
        // It is still there, and can be had again with a finger.
        #expect(try await vault.attributes(of: alone) != nil)
        try await desk.reader.enrol("right-thumb", scan: "right-thumb", on: desk.bus)
        let again = Self.vault(
            desk, PersonAtReader(desk.reader, "SCAN right-thumb"), passcodes)
        try await again.unlock(with: Self.passcode)
        #expect(try await again.read(alone, prompt: .standard)?.value == SecretBytes([1]))
    }
}
#endif
