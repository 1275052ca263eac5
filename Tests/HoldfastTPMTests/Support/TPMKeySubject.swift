#if os(Linux) && TPM
import CrashSupport
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux

/// What the key stores' suite may do to a key store on a software TPM.
enum TPMKeySubject {
    /// Keys whose items lie in memory.
    static func overMemory(_ tpm: SoftwareTPM) throws -> KeyStoreSubject {
        let items = MemoryStore(answerPrompt: { _ in .failed(.noActivity) })
        var subject = try subject(tpm, over: items) { items.reopened() }
        subject.lock = { items.setAvailability(.locked) }
        subject.unlock = { items.setAvailability(.unlocked) }
        subject.simulateReboot = {
            items.setAvailability(.beforeFirstUnlock)
            try restart(tpm)
        }
        let store = try TPMKeyStore(over: items, tpm.configuration)
        subject.invalidate = { name in
            guard let half = try store.privateItem(of: name) else { return }
            items.invalidate(half, reason: .keyLost)
        }
        return subject
    }

    /// Keys whose items lie in a vault with a passcode.
    static func overVault(_ tpm: SoftwareTPM, in folder: Folder) async throws -> KeyStoreSubject {
        let passcode = SecretBytes(utf8: "conformance")
        var configuration = VaultConfiguration(
            location: VaultLocation(
                directory: folder.path + "/vault", stateDirectory: folder.path + "/secret"))
        configuration.keepKeysInProcess()
        configuration.passcodeMemoryKiB = 8 * 1_024
        configuration.passcodeIterations = 1
        let settings = configuration
        let vault = LinuxVault(settings)
        try await vault.setPasscode(passcode)
        var subject = try subject(tpm, over: vault) { LinuxVault(settings) }
        subject.lock = { try await vault.lock() }
        subject.unlock = { try await vault.unlock(with: passcode) }
        subject.simulateReboot = {
            try await vault.lock(alsoAfterFirstUnlock: true)
            try restart(tpm)
        }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in try await vault.removePasscode(passcode) }
        return subject
    }

    private static func subject(
        _ tpm: SoftwareTPM, over items: any ItemStore,
        reopen: @escaping @Sendable () -> any ItemStore
    ) throws -> KeyStoreSubject {
        let person = PINPerson()
        let configuration = TPMConfiguration(address: tpm.address, pinSource: person)
        var subject = KeyStoreSubject(try TPMKeyStore(over: items, configuration))
        subject.reopen = { try TPMKeyStore(over: reopen(), configuration) }
        subject.answerPrompts = { answer in
            let owner = try TPMOwner(tpm)
            try owner.resetLockout()
            // A TPM that takes no wrong try at all is always locked.
            try owner.setLimit(answer == .failed(.lockout) ? 0 : 30)
            person.answer(answer)
        }
        return subject
    }

    private static func restart(_ tpm: SoftwareTPM) throws {
        try tpm.kill()
        try tpm.start(state: "state")
    }
}
#endif
