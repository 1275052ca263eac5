import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("Prompts")
struct PromptTests {
    @Test("P11: each end of a prompt has its code, and changes nothing")
    func ends() async throws {
        let rows: [(PersonAction, AccessControl, KeychainError.Code)] = [
            (.cancels, .biometryAny, .userCanceled), (.cancels, .devicePasscode, .userCanceled),
            (.choosesFallback, .biometryAny, .userCanceled),
            (.goesHome, .biometryAny, .userCanceled),
            (.isInterrupted, .biometryAnyOrPasscode, .systemCanceled),
            (.locksPhone, .biometryAny, .systemCanceled), (.waits, .biometryAny, .systemCanceled),
            (.failsBiometry, .biometryAny, .lockout),
        ]
        for (action, accessControl, expected) in rows {
            let app = AndroidPhone()
            let options = WriteOptions.protected(.whenUnlocked, accessControl)
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            app.phone.answerPrompts(action)
            let answer = await code { () throws(KeychainError) in
                try await app.vault.read(AndroidPhone.key)
            }
            #expect(answer == expected, "\(action) under \(accessControl)")
            app.phone.answerPrompts(.confirms)
            app.phone.send(.unlock)
            app.phone.send(.foreground(AndroidPhone.app))
            #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
        }
    }

    @Test("P11: a prompt with nothing in front is NO_ACTIVITY")
    func inBackground() async throws {
        let app = AndroidPhone()
        let options = WriteOptions.protected(.afterFirstUnlock, .biometryAny)
        try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        app.phone.send(.background)
        #expect(
            await code { () throws(KeychainError) in try await app.vault.read(AndroidPhone.key) }
                == .noActivity)
        app.phone.send(.foreground(AndroidPhone.app))
        #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
    }

    @Test("P11: from Android 15 on a lock-out is asked about once more, before it is not")
    func lockout() async throws {
        for (apiLevel, isLifted) in [(34, false), (35, true), (36, true)] {
            let app = AndroidPhone(apiLevel: apiLevel)
            let options = WriteOptions.protected(.whenUnlocked, .biometryAny)
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            app.phone.answerNextPrompts(.failsBiometry, .entersPasscode)
            let answer = await code { () throws(KeychainError) in
                try await app.vault.read(AndroidPhone.key)
            }
            #expect(answer == (isLifted ? nil : .lockout), "API \(apiLevel)")
            #expect(try app.vault.canUse(.biometryAny) == .available, "API \(apiLevel)")
        }
    }

    @Test("P11: a lock-out that only the passcode ends is LOCKOUT_PERMANENT")
    func permanentLockout() async throws {
        let app = AndroidPhone(apiLevel: 34)
        let options = WriteOptions.protected(.whenUnlocked, .biometryAny)
        try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        app.phone.send(.failedAttempts(20))
        #expect(
            await code { () throws(KeychainError) in try await app.vault.read(AndroidPhone.key) }
                == .lockoutPermanent)
        #expect(try app.vault.canUse(.biometryAny) == .available)
    }

    @Test("one confirmation counts for as long as the item says, for reads and writes")
    func timeBound() async throws {
        for accessControl in [AccessControl.devicePasscode, .biometryAnyOrPasscode, .biometryAny] {
            let app = AndroidPhone()
            let options = WriteOptions.protected(.whenUnlocked, accessControl, seconds: 60)
            app.phone.send(.timePasses(3_600))
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            let count = app.phone.promptCount
            #expect(count == 1, "\(accessControl)")
            #expect(try app.vault.readWithoutPrompt(AndroidPhone.key)?.value == .old)
            try app.vault.writeWithoutPrompt(.new, for: AndroidPhone.key, options: .standard)
            #expect(app.phone.promptCount == count)
            app.phone.send(.timePasses(61))
            #expect(
                await code { () throws(KeychainError) in
                    try app.vault.readWithoutPrompt(AndroidPhone.key)
                } == .authRequired)
            #expect(try await app.vault.read(AndroidPhone.key)?.value == .new)
            #expect(app.phone.promptCount == count + 1)
        }
    }

    @Test("an item that asks at every use asks once for a read and once for a write")
    func everyUse() async throws {
        for accessControl in AccessControl.allCases where accessControl != .none {
            let app = AndroidPhone()
            let options = WriteOptions.protected(.whenUnlocked, accessControl)
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            #expect(app.phone.promptCount == 1)
            _ = try await app.vault.read(AndroidPhone.key)
            _ = try await app.vault.read(AndroidPhone.key)
            #expect(app.phone.promptCount == 3)
            try await app.vault.write(.new, for: AndroidPhone.key)
            #expect(app.phone.promptCount == 4)
            #expect(
                await code { () throws(KeychainError) in
                    try app.vault.writeWithoutPrompt(
                        .old, for: AndroidPhone.key, options: .standard)
                } == .authRequired)
            #expect(try await app.vault.read(AndroidPhone.key)?.value == .new)
        }
    }

    @Test("a refused prompt leaves no key behind")
    func nothingLeft() async throws {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.key)
        let before = try app.process.android.keystore.aliases()
        app.phone.answerPrompts(.cancels)
        #expect(
            await code { () throws(KeychainError) in
                try await app.vault.write(
                    .new, for: AndroidPhone.key,
                    options: .protected(.whenUnlocked, .devicePasscode))
            } == .userCanceled)
        #expect(try app.process.android.keystore.aliases() == before)
        #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
    }

    @Test("keys of one item go with it")
    func keysGo() async throws {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.makeKey("other"))
        let before = try app.process.android.keystore.aliases()
        let options = WriteOptions.protected(.whenUnlocked, .devicePasscode)
        try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        #expect(try app.process.android.keystore.aliases().count == before.count + 1)
        try await app.vault.remove(AndroidPhone.key)
        #expect(try app.process.android.keystore.aliases() == before)
    }
}
