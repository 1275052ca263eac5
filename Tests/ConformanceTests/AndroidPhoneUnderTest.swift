import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A simulated phone with one app whose vault is examined.
final class AndroidPhoneUnderTest: Sendable {
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
        let process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
        self.process = Locked(process)
        store = RestartingStore(Self.vault(process, prompts))
    }

    var keySubject: KeyStoreSubject {
        let items = subject
        let keys = Locked<any DeviceKeyStore>(KeystoreKeyStore(over: newVault()))
        var subject = KeyStoreSubject(RestartingKeyStore { keys.withLock { $0 } })
        subject.lock = items.lock
        subject.unlock = items.unlock
        subject.simulateReboot = {
            try await items.simulateReboot?()
            keys.withLock { $0 = KeystoreKeyStore(over: self.newVault()) }
        }
        subject.reopen = { KeystoreKeyStore(over: self.newVault()) }
        subject.answerPrompts = items.answerPrompts
        return subject
    }

    func newVault() -> AndroidVault { Self.vault(process.withLock { $0 }, prompts) }

    private static func vault(
        _ process: AppProcess, _ prompts: ScriptedPrompts.Script
    ) -> AndroidVault {
        var platform = process.android
        platform.biometricPrompt = ScriptedPrompts(
            base: platform.biometricPrompt, script: prompts, phone: process.phone)
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
    let phone: SimulatedPhone

    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int {
        base.canAuthenticate(authenticators)
    }

    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int {
        switch script.answer {
        case .confirmed: return await base.authenticate(prompt, authenticators, for: operation)
        case .failed(.userCanceled): return 10
        case .failed(.lockout): return 7
        case .failed:
            // A prompt that says yes and whose token the Keystore does not count: nobody has
            // authenticated for a minute.
            phone.send(.timePasses(60))
            return 0
        }
    }
}
