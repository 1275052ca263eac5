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
        #expect((outcome == .kept) != PromisesOfLocking.all.contains(promise.name))
    }

    static func subjectWithPasscode(
        in folder: TemporaryFolder
    ) async throws -> ConformanceSubject {
        let person = Person(passcode: SecretBytes(utf8: "conformance"))
        var configuration = folder.configuration
        configuration.passcodeSource = person
        configuration.presenceVerifier = person
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
}

/// Types the passcode or shows a finger when asked, or ends the prompt as the suite says.
private final class Person: PasscodeSource, PresenceVerifier {
    let passcode: SecretBytes
    private let answer = Locked(PromptAnswer.confirmed)

    init(passcode: SecretBytes) {
        self.passcode = passcode
    }

    func answer(_ answer: PromptAnswer) {
        self.answer.withLock { $0 = answer }
    }

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        try end()
        return passcode
    }

    func availability() -> AccessControlAvailability { .available }

    func enrolledFingers() async -> [String] { ["left-thumb"] }

    func verify(_ prompt: Prompt) async throws(KeychainError) { try end() }

    private func end() throws(KeychainError) {
        if case .failed(let code) = answer.withLock({ $0 }) {
            throw KeychainError(code, "the suite ends the prompt")
        }
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
