import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@testable import HoldfastLinux

/// A reader that does what a test says.
private final class SampleReader: PresenceVerifier {
    struct State: Sendable {
        var availability = AccessControlAvailability.available
        var fingers: Result<[String], KeychainError> = .success(["left-thumb"])
        var answer: KeychainError.Code?
        var askCount = 0
    }

    let state = Locked(State())

    var askCount: Int { state.withLock { $0.askCount } }

    func availability() throws(KeychainError) -> AccessControlAvailability {
        state.withLock { $0.availability }
    }

    func enrolledFingers() async throws(KeychainError) -> [String] {
        try state.withLock { $0.fingers }.get()
    }

    func verify(_ prompt: Prompt) async throws(KeychainError) {
        let answer = state.withLock { state in
            state.askCount += 1
            return state.answer
        }
        if let answer { throw KeychainError(answer, "as the test says") }
    }
}

/// Gives the passcode and counts how often it was asked.
private final class CountedPasscode: PasscodeSource {
    let asked = Locked(0)

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        asked.withLock { $0 += 1 }
        return SecretBytes(utf8: "correct horse")
    }
}

@Suite("A vault that can ask for a finger")
struct VaultPresenceTests {
    private let folder: Folder
    private let reader = SampleReader()
    private let passcode = CountedPasscode()
    private let clock = TestClock()
    private let key: ItemKey

    init() throws {
        folder = try Folder()
        key = try ItemKey(service: "s", account: "a")
    }

    private func vault(
        hasPasscode: Bool = false, _ change: (inout VaultConfiguration) -> Void = { _ in }
    ) async throws -> LinuxVault {
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder.path + "/vault", stateDirectory: folder.path + "/state"))
        configuration.clock = clock
        configuration.passcodeMemoryKiB = PasscodeSettings.allowedMemoryKiB.lowerBound
        configuration.passcodeIterations = 1
        configuration.passcodeSource = passcode
        configuration.presenceVerifier = reader
        configuration.keepKeysInProcess()
        change(&configuration)
        let vault = LinuxVault(configuration)
        if hasPasscode { try await vault.setPasscode(SecretBytes(utf8: "correct horse")) }
        return vault
    }

    private func options(_ accessControl: AccessControl, validity: Int = 0) -> WriteOptions {
        WriteOptions(
            protection: ItemProtection(
                accessControl: accessControl, authValiditySeconds: validity))
    }

    private func code(
        _ body: () async throws(KeychainError) -> Void
    ) async -> KeychainError.Code? {
        do throws(KeychainError) {
            try await body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("P11: what can be asked for follows the reader, and a write agrees")
    func canUse() async throws {
        let vault = try await vault(hasPasscode: true)
        let key = key
        for (state, refusal) in [
            (AccessControlAvailability.available, nil),
            (.noHardware, KeychainError.Code.biometryNotAvailable),
            (.notEnrolled, .biometryNotEnrolled),
        ] {
            reader.state.withLock { $0.availability = state }
            #expect(try vault.canUse(.biometryAny) == state)
            let options = options(.biometryAny)
            #expect(
                await code { () async throws(KeychainError) in
                    try await vault.write(
                        SecretBytes([1]), for: key, options: options, prompt: .standard)
                } == refusal)
            #expect(
                await code { () async throws(KeychainError) in
                    try vault.writeWithoutPrompt(SecretBytes([1]), for: key, options: options)
                } == refusal)
        }
        #expect(try vault.canUse(.biometryCurrentSet) == .unsupportedOS)
        let bound = options(.biometryCurrentSet)
        #expect(
            await code { () async throws(KeychainError) in
                try await vault.write(
                    SecretBytes([1]), for: key, options: bound, prompt: .standard)
            } == .unsupported)
        let without = try await self.vault { $0.presenceVerifier = nil }
        #expect(try without.canUse(.biometryAny) == .noHardware)
    }

    @Test("P11: without a finger the value stays where it is, in every call that gives it out")
    func demand() async throws {
        let key = key
        let vault = try await vault()
        let other = try ItemKey(service: "s", account: "b")
        try await vault.write(SecretBytes([1]), for: key, options: options(.biometryAny))
        for refusal in [KeychainError.Code.authFailed, .userCanceled, .lockout] {
            reader.state.withLock { $0.answer = refusal }
            #expect(
                await code { () async throws(KeychainError) in
                    _ = try await vault.read(key, prompt: .standard)
                } == refusal)
            #expect(
                await code { () async throws(KeychainError) in
                    try await vault.rename(key, to: other)
                } == refusal)
            #expect(
                await code { () async throws(KeychainError) in
                    _ = try vault.readWithoutPrompt(key)
                } == .authRequired)
        }
        reader.state.withLock { $0.answer = nil }
        let before = reader.askCount
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        #expect(reader.askCount == before + 1)
        // Nobody else's object is told.
        #expect(throws: KeychainError.self) { try vault.readWithoutPrompt(key) }
        // Without a reader, the item is no less asked for.
        let without = try await self.vault { $0.presenceVerifier = nil }
        #expect(
            await code { () async throws(KeychainError) in
                _ = try await without.read(key, prompt: .standard)
            } == .biometryNotAvailable)
    }

    @Test("An answer holds for authValidity, in this object, and not after a lock")
    func validity() async throws {
        let vault = try await vault(hasPasscode: true)
        try await vault.write(
            SecretBytes([1]), for: key, options: options(.biometryAny, validity: 60))
        _ = try await vault.read(key, prompt: .standard)
        clock.advance(by: .seconds(59))
        #expect(try vault.readWithoutPrompt(key)?.value == SecretBytes([1]))
        clock.advance(by: .seconds(2))
        #expect(throws: KeychainError.self) { try vault.readWithoutPrompt(key) }
        _ = try await vault.read(key, prompt: .standard)
        try await vault.lock()
        try await vault.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        #expect(throws: KeychainError.self) { try vault.readWithoutPrompt(key) }
    }

    @Test("A changed and a removed passcode carry items along that ask for a finger")
    func rotation() async throws {
        let vault = try await vault(hasPasscode: true)
        try await vault.write(SecretBytes([1]), for: key, options: options(.biometryAny))
        try await vault.changePasscode(
            from: SecretBytes(utf8: "correct horse"), to: SecretBytes(utf8: "b"), isLeaked: true)
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        #expect(try await vault.removePasscode(SecretBytes(utf8: "b")) == 0)
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        #expect(reader.askCount == 2)
        #expect(vault.warnings.isEmpty)
    }

    @Test(
        "Items that take either are the passcode's: by default a finger opens none",
        arguments: [AccessControl.biometryAnyOrPasscode, .biometryCurrentSetOrPasscode])
    func either(accessControl: AccessControl) async throws {
        let vault = try await vault(hasPasscode: true)
        try await vault.write(SecretBytes([1]), for: key, options: options(accessControl))
        _ = try await vault.read(key, prompt: .standard)
        #expect(reader.askCount == 0)
        #expect(passcode.asked.withLock { $0 } == 2)
        // The passcode's key is not in another object, so a finger is of no use there.
        let other = try await self.vault { $0.fingerAfterPasscode = .seconds(600) }
        try await other.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        _ = try await other.read(key, prompt: .standard)
        #expect(reader.askCount == 0)
        #expect(passcode.asked.withLock { $0 } == 3)
    }

    @Test(
        "Where an app wishes it, a finger opens for a time what the passcode opened before",
        arguments: [AccessControl.biometryAnyOrPasscode, .biometryCurrentSetOrPasscode])
    func fingerAfterPasscode(accessControl: AccessControl) async throws {
        let key = key
        let vault = try await vault(hasPasscode: true) {
            $0.fingerAfterPasscode = .seconds(600)
        }
        let plain = try ItemKey(service: "s", account: "plain")
        try await vault.write(SecretBytes([1]), for: key, options: options(accessControl))
        try await vault.write(SecretBytes([2]), for: plain, options: options(.devicePasscode))
        #expect(passcode.asked.withLock { $0 } == 2)
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        #expect(reader.askCount == 1)
        #expect(passcode.asked.withLock { $0 } == 2)
        // An item that names the passcode alone takes nothing else.
        _ = try await vault.read(plain, prompt: .standard)
        #expect(passcode.asked.withLock { $0 } == 3)
        // A finger that is none of theirs leaves the passcode; a prompt that was closed does not.
        reader.state.withLock { $0.answer = .authFailed }
        _ = try await vault.read(key, prompt: .standard)
        #expect(passcode.asked.withLock { $0 } == 4)
        reader.state.withLock { $0.answer = .userCanceled }
        #expect(
            await code { () async throws(KeychainError) in
                _ = try await vault.read(key, prompt: .standard)
            } == .userCanceled)
        reader.state.withLock { $0.answer = nil }
        clock.advance(by: .seconds(601))
        let asked = reader.askCount
        _ = try await vault.read(key, prompt: .standard)
        #expect(passcode.asked.withLock { $0 } == 5)
        #expect(reader.askCount == asked)
        try await vault.lock()
        try await vault.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        _ = try await vault.read(key, prompt: .standard)
        #expect(passcode.asked.withLock { $0 } == 6)
    }

    @Test("Other fingers than at the writing: a notice, and the passcode alone opens")
    func otherFingers() async throws {
        let vault = try await vault(hasPasscode: true) {
            $0.fingerAfterPasscode = .seconds(600)
        }
        let current = options(.biometryCurrentSetOrPasscode)
        try await vault.write(SecretBytes([1]), for: key, options: current)
        reader.state.withLock { $0.fingers = .success(["left-thumb", "right-thumb"]) }
        #expect(try await vault.read(key, prompt: .standard)?.value == SecretBytes([1]))
        #expect(passcode.asked.withLock { $0 } == 2)
        #expect(vault.warnings.count == 1)
        #expect(!vault.warnings.joined().contains("\"a\""))
        // A write names the set anew; a renaming keeps what it was.
        let other = try ItemKey(service: "s", account: "b")
        try await vault.rename(key, to: other)
        let second = try await self.vault()
        try await second.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        _ = try await second.read(other, prompt: .standard)
        #expect(second.warnings.count == 1)
        try await second.write(SecretBytes([2]), for: other, options: .standard)
        let third = try await self.vault()
        try await third.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        #expect(try await third.read(other, prompt: .standard)?.value == SecretBytes([2]))
        #expect(third.warnings.isEmpty)
        // Where nobody can tell, nothing is said.
        let refusal = KeychainError(.biometryNotAvailable, "as the test says")
        reader.state.withLock { $0.fingers = .failure(refusal) }
        let fourth = try await self.vault()
        try await fourth.unlock(with: SecretBytes(utf8: "correct horse"), keeping: .process)
        _ = try await fourth.read(other, prompt: .standard)
        #expect(fourth.warnings.isEmpty)
    }

    @Test("Metadata with fingers is decoded as it was encoded, and nothing else is")
    func metadata() throws {
        let now = UnixTime(seconds: 1_700_000_000)
        let plain = ItemMetadata(
            key: key, protection: .standard, kind: .bytes, created: now, modified: now,
            byteCount: 1, invalidation: nil)
        for fingers in [nil, [], ["left-thumb"], ["left-thumb", "right-index-finger"]] {
            var metadata = plain
            metadata.fingers = fingers
            let encoded = metadata.encoded
            #expect(encoded[0] == (fingers == nil ? 1 : 2))
            #expect(encoded.count % 64 == 0)
            #expect(encoded.withUnsafeBytes { ItemMetadata(decoding: $0) } == metadata)
            for version in [0, 3] as [UInt8] {
                let other = [version] + encoded.dropFirst()
                #expect(other.withUnsafeBytes { ItemMetadata(decoding: $0) } == nil)
            }
        }
        var fingers = plain
        fingers.fingers = ["left-thumb"]
        let relabelled = [1] + fingers.encoded.dropFirst()
        #expect(relabelled.withUnsafeBytes { ItemMetadata(decoding: $0) } == nil)
    }

    @Test("A doctor looks at items that ask for a finger, and asks nobody")
    func doctor() async throws {
        let vault = try await vault()
        try await vault.write(SecretBytes([1]), for: key, options: options(.biometryAny))
        let findings = await vault.doctor()
        #expect(findings.allSatisfy { $0.grade != .bad }, "\(findings)")
        for (state, grade) in [
            (AccessControlAvailability.available, VaultFinding.Grade.good),
            (.notEnrolled, .note), (.noHardware, .note),
        ] {
            reader.state.withLock { $0.availability = state }
            let found = await vault.doctor().filter { $0.topic == "fingerprint" }
            #expect(found.map(\.grade) == [grade])
        }
        #expect(reader.askCount == 0)
    }
}
