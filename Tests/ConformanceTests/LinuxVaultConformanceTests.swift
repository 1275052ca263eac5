#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux
import Testing

@Suite struct LinuxVaultConformanceTests {
    @Test("a vault with a passcode keeps every promise", arguments: ItemStoreConformance.cases)
    func keepsWithPasscode(_ promise: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await promise.check(try await Self.subjectWithPasscode(in: folder))
        let notApplicable = ["P11: an item that needs a passcode is refused without one"]
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }

    @Test("a vault without a passcode keeps every promise", arguments: ItemStoreConformance.cases)
    func keepsWithoutPasscode(_ promise: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await promise.check(Self.subjectWithoutPasscode(in: folder))
        #expect((outcome == .kept) != Self.needsPasscode.contains(promise.name))
    }

    static func subjectWithPasscode(
        in folder: TemporaryFolder
    ) async throws -> ConformanceSubject {
        let person = Person(passcode: SecretBytes(utf8: "conformance"))
        var configuration = folder.configuration
        configuration.passcodeSource = person
        let settings = configuration
        let vault = LinuxVault(settings)
        try await vault.setPasscode(person.passcode)
        var subject = ConformanceSubject(vault)
        subject.lock = { try await vault.lock() }
        subject.unlock = { try await vault.unlock(with: person.passcode) }
        subject.simulateReboot = { try await vault.lock(alsoAfterFirstUnlock: true) }
        subject.reopen = { LinuxVault(settings) }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in try await vault.removePasscode(person.passcode) }
        subject.answerPrompts = { person.answer($0) }
        return subject
    }

    static func subjectWithoutPasscode(in folder: TemporaryFolder) -> ConformanceSubject {
        let settings = folder.configuration
        var subject = ConformanceSubject(LinuxVault(settings))
        subject.hasPasscode = false
        subject.reopen = { LinuxVault(settings) }
        return subject
    }

    // Without a passcode nothing locks, nothing prompts and no key is ever lost.
    private static let needsPasscode: Set = [
        "P11: a prompt-free call on a protected item is AUTH_REQUIRED",
        "P11: contradictions are refused before the device is asked",
        "P11: looking and removing never prompt",
        "P1: a tombstone is not created over or updated",
        "P1: an item whose key is lost is KEY_INVALIDATED until handled",
        "P1: availability follows the device",
        "P1: before the first unlock a read throws and is never nil",
        "P1: before the first unlock no name is looked up",
        "P1: readOrCreate creates nothing while the store cannot answer",
        "P1: waiting ends when the class is readable, and not before",
        "P1: while locked each class is readable as it says",
        "P1: while locked, names and attributes of every item are there",
        "P2: a plain write replaces a tombstone",
        "P2: a prompt that is not confirmed changes nothing",
        "P2: a write that the lock refuses leaves the old value",
        "P2: replaceInvalidated goes through a tombstone once",
        "P5: a tombstone is there after reopening",
        "P6: a tombstone can be removed",
        "P6: an item can be removed while locked",
    ]
}

/// Types the passcode when asked, or ends the prompt as the suite says.
private final class Person: PasscodeSource {
    let passcode: SecretBytes
    private let answer = Locked(PromptAnswer.confirmed)

    init(passcode: SecretBytes) {
        self.passcode = passcode
    }

    func answer(_ answer: PromptAnswer) {
        self.answer.withLock { $0 = answer }
    }

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        if case .failed(let code) = answer.withLock({ $0 }) {
            throw KeychainError(code, "the suite ends the prompt")
        }
        return passcode
    }
}

extension TemporaryFolder {
    /// A vault in the folder, whose keys stay in the process and whose passcode costs little.
    fileprivate var configuration: VaultConfiguration {
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: path + "/vault", stateDirectory: path + "/state"))
        configuration.keepKeysInProcess()
        configuration.passcodeMemoryKiB = 8 * 1_024
        configuration.passcodeIterations = 1
        return configuration
    }
}
#endif
