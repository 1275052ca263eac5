import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto

/// Prompts, the lock, and a whole vault on top of the pass-through.
extension JavaChecks {
    func runPrompts() async {
        let prompts = runtime.biometricPrompt
        list.expect(prompts.canAuthenticate(.biometricStrong) == 0, "a biometric is enrolled")
        list.expect(prompts.canAuthenticate(.deviceCredential) == 11, "numbers come through")
        let words = Prompt(title: "é🗝️", subtitle: "two", description: "three", cancel: "no")
        for number in [0, 7, 10, 13] {
            main.setAnswer(number)
            let ended = await prompts.authenticate(words, .biometricStrong, for: nil)
            list.expect(ended == number, "a prompt that ends in \(number) ends in \(ended)")
        }
        main.setAnswer(0)
        main.setForeground(false)
        let ended = await prompts.authenticate(words, .deviceCredential, for: nil)
        list.expect(ended == -100, "no activity is told")
        main.setForeground(true)
    }

    func runVault() async {
        let platform = runtime.platform(
            ledgerContainer: TestContainer(), container: TestContainer())
        let vault = AndroidVault(platform)
        do {
            try await checkItems(vault, AndroidVault(platform))
            try await checkLock(vault)
            try await checkPersons(vault)
        } catch {
            list.expect(false, "the vault threw \(error)")
        }
    }

    private func checkItems(_ vault: AndroidVault, _ again: AndroidVault) async throws {
        let key = try ItemKey(service: "checks", account: "plain")
        let value = SecretBytes(utf8: "a value")
        list.expect(try await vault.read(key) == nil, "nothing is there at first")
        try await vault.write(value, for: key)
        list.expect(try await vault.read(key)?.value == value, "what was written is read")
        list.expect(try again.readWithoutPrompt(key)?.value == value, "by another object too")
        list.expect(try await again.remove(key), "and removed")
        list.expect(try await vault.read(key) == nil, "for both")
    }

    private func checkLock(_ vault: AndroidVault) async throws {
        let key = try ItemKey(service: "checks", account: "locked")
        let options = WriteOptions(protection: ItemProtection(accessibility: .whenUnlocked))
        try await vault.write(SecretBytes([1]), for: key, options: options)
        main.setLocked(true)
        do {
            _ = try await vault.read(key)
            list.expect(false, "a locked device is said to be locked")
        } catch {
            list.expect(error.code == .interactionNotAllowed, "a locked device is \(error)")
        }
        main.setLocked(false)
        list.expect(try await vault.read(key)?.value == SecretBytes([1]), "unlocked again")
    }

    private func checkPersons(_ vault: AndroidVault) async throws {
        let key = try ItemKey(service: "checks", account: "person")
        let options = WriteOptions(protection: ItemProtection(accessControl: .biometryCurrentSet))
        try await vault.write(SecretBytes([2]), for: key, options: options)
        list.expect(try await vault.read(key)?.value == SecretBytes([2]), "after a prompt")
        main.setAnswer(10)
        do {
            _ = try await vault.read(key)
            list.expect(false, "a cancelled prompt is told")
        } catch {
            list.expect(error.code == .userCanceled, "a cancelled prompt is \(error)")
        }
        main.setAnswer(0)
        list.expect(try await vault.read(key)?.value == SecretBytes([2]), "and asked again")
    }
}
