import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// The whole suite on simulated phones of every generation of the Keystore.
@Suite struct AndroidVaultConformanceTests {
    private static let levels = [23, 24, 28, 30, 31, 34, 35, 36]

    @Test(
        "on each Android, items bound to the lock screen keep every promise",
        arguments: levels, ItemStoreConformance.cases)
    func keepsWithLockScreen(apiLevel: Int, _ promise: ConformanceCase) async throws {
        let phone = PhoneUnderTest(apiLevel: apiLevel)
        var subject = phone.subject
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.phone.send(.removePasscode) }
        let outcome = try await promise.check(subject)
        let notApplicable = ["P11: an item that needs a passcode is refused without one"]
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }

    @Test(
        "on each Android, items bound to the enrolled fingers are tombstones after a new one",
        arguments: levels,
        [AccessControl.biometryCurrentSet, .biometryCurrentSetOrPasscode])
    func invalidates(apiLevel: Int, _ accessControl: AccessControl) async throws {
        guard apiLevel >= 30 || accessControl == .biometryCurrentSet else { return }
        for promise in ItemStoreConformance.cases {
            let phone = PhoneUnderTest(apiLevel: apiLevel)
            var subject = phone.subject
            subject.invalidatableProtection.accessControl = accessControl
            subject.invalidate = { _ in phone.phone.send(.enrolFinger) }
            let outcome = try await promise.check(subject)
            let notApplicable = ["P11: an item that needs a passcode is refused without one"]
            #expect((outcome == .kept) != notApplicable.contains(promise.name))
        }
    }

    @Test(
        "without a lock screen every promise holds that needs none",
        arguments: levels, ItemStoreConformance.cases)
    func keepsWithoutLockScreen(apiLevel: Int, _ promise: ConformanceCase) async throws {
        let phone = PhoneUnderTest(apiLevel: apiLevel)
        phone.phone.send(.removePasscode)
        var subject = ConformanceSubject(phone.store)
        subject.hasPasscode = false
        subject.reopen = { phone.newVault() }
        let outcome = try await promise.check(subject)
        #expect((outcome == .kept) != Self.needsLockScreen.contains(promise.name))
    }

    @Test("a phone without StrongBox keeps every promise", arguments: ItemStoreConformance.cases)
    func keepsWithoutStrongBox(_ promise: ConformanceCase) async throws {
        let phone = PhoneUnderTest(apiLevel: 36, hasStrongBox: false)
        var subject = phone.subject
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.phone.send(.removePasscode) }
        let outcome = try await promise.check(subject)
        let notApplicable = ["P11: an item that needs a passcode is refused without one"]
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }

    // Without a lock screen nothing locks, nothing prompts and no key is lost.
    private static let needsLockScreen: Set = [
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

/// A simulated phone with one app whose vault is examined.
private final class PhoneUnderTest: Sendable {
    let phone: SimulatedPhone
    let store: RestartingStore
    private let process: Locked<AppProcess>
    private let prompts = ScriptedPrompts.Script()

    private static let app: AppIdentifier = "org.example.conformance"

    init(apiLevel: Int, hasStrongBox: Bool = true) {
        var profile = AndroidProfile(apiLevel: apiLevel)
        profile.isDirectBootAware = true
        profile.hasStrongBox = hasStrongBox
        phone = SimulatedPhone(.android(profile))
        // As its owner holds it: unlocked with the passcode since it started.
        phone.send(.lock)
        phone.send(.unlock)
        let process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
        self.process = Locked(process)
        store = RestartingStore(Self.vault(process, prompts))
    }

    func newVault() -> AndroidVault { Self.vault(process.withLock { $0 }, prompts) }

    private static func vault(
        _ process: AppProcess, _ prompts: ScriptedPrompts.Script
    ) -> AndroidVault {
        var platform = process.android
        platform.biometricPrompt = ScriptedPrompts(
            base: platform.biometricPrompt, script: prompts)
        return AndroidVault(platform)
    }

    var subject: ConformanceSubject {
        var subject = ConformanceSubject(store)
        subject.lock = { self.phone.send(.lock) }
        subject.unlock = {
            self.phone.send(.unlock)
            self.phone.send(.foreground(Self.app))
        }
        subject.simulateReboot = {
            self.phone.send(.reboot)
            self.process.withLock { $0 = self.phone.launch(Self.app) }
            self.store.restart(as: self.newVault())
        }
        subject.reopen = { self.newVault() }
        subject.answerPrompts = { self.prompts.answer($0) }
        return subject
    }
}

/// Shows the simulated phone's prompts, or ends them as the suite says.
private struct ScriptedPrompts: BiometricPromptCalls {
    final class Script: Sendable {
        private let next = Locked(PromptAnswer.confirmed)

        func answer(_ answer: PromptAnswer) { next.withLock { $0 = answer } }
        var answer: PromptAnswer { next.withLock { $0 } }
    }

    let base: any BiometricPromptCalls
    let script: Script

    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int {
        base.canAuthenticate(authenticators)
    }

    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int {
        switch script.answer {
        case .confirmed: await base.authenticate(prompt, authenticators, for: operation)
        case .failed(.userCanceled): 10
        case .failed(.lockout): 7
        // A prompt that says yes and whose token the Keystore does not count.
        case .failed: 0
        }
    }
}
