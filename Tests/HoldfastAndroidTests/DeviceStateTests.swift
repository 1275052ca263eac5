import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("The device's states")
struct DeviceStateTests {
    @Test("P1: while locked, no key is touched for a class that needs the device unlocked")
    func noCallWhileLocked() async throws {
        let app = AndroidPhone()
        try await app.vault.write(
            .old, for: AndroidPhone.key, options: .protected(.whenUnlocked))
        let vault = app.restarted().vault
        _ = try await vault.attributes(of: AndroidPhone.key)
        app.phone.send(.lock)
        app.phone.forgetTrace()
        #expect(
            await code { () throws(KeychainError) in try await vault.read(AndroidPhone.key) }
                == .interactionNotAllowed)
        #expect(app.phone.keystoreCallCount == 0)
    }

    @Test(
        "a phone that was never locked since it started holds what needs its passcode",
        arguments: 23...36)
    func neverLocked(apiLevel: Int) async throws {
        let app = AndroidPhone(apiLevel: apiLevel)
        let options = WriteOptions.protected(.whenPasscodeSetThisDeviceOnly)
        try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        #expect(try await app.restarted().vault.read(AndroidPhone.key)?.value == .old)
    }

    @Test("a second read asks the Keystore for nothing, where the class permits it")
    func cachedKeys() async throws {
        let app = AndroidPhone()
        try await app.vault.write(.old, for: AndroidPhone.key)
        let vault = app.restarted().vault
        _ = try await vault.read(AndroidPhone.key)
        app.phone.forgetTrace()
        #expect(try await vault.read(AndroidPhone.key)?.value == .old)
        #expect(app.phone.keystoreCallCount == 0)
    }

    @Test("P10: an unlocked class's key is dropped with the lock and unwrapped again after it")
    func droppedKeys() async throws {
        let app = AndroidPhone()
        try await app.vault.write(
            .old, for: AndroidPhone.key, options: .protected(.whenUnlocked))
        _ = try await app.vault.read(AndroidPhone.key)
        app.phone.send(.lock)
        app.phone.send(.unlock)
        app.phone.forgetTrace()
        #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
        #expect(app.phone.keystoreCallCount > 0)
    }

    @Test(
        "P1: the lock screen's removal costs no item that is not bound to it",
        arguments: 23...36)
    func lockScreenRemoved(apiLevel: Int) async throws {
        let app = AndroidPhone(apiLevel: apiLevel)
        for accessibility in Accessibility.allCases {
            try await app.vault.write(
                .old, for: AndroidPhone.makeKey(accessibility.rawValue),
                options: .protected(accessibility))
        }
        app.phone.send(.removePasscode)
        let vault = app.restarted().vault
        for accessibility in Accessibility.allCases {
            let key = AndroidPhone.makeKey(accessibility.rawValue)
            let isBound = accessibility == .whenPasscodeSetThisDeviceOnly
            let answer = await code { () throws(KeychainError) in try await vault.read(key) }
            #expect(answer == (isBound ? .keyInvalidated : nil), "\(accessibility)")
        }
    }

    @Test("P1: an unlock by a weak biometric or a trust agent opens what it should")
    func weakUnlock() async throws {
        for apiLevel in [28, 31, 34, 35, 36] {
            for method in [AndroidEvent.UnlockMethod.weakBiometric, .trustAgent, .strongBiometric] {
                let app = AndroidPhone(apiLevel: apiLevel)
                try await app.vault.write(
                    .old, for: AndroidPhone.key, options: .protected(.whenUnlocked))
                app.phone.send(.lock)
                app.phone.send(.android(.unlock(method)))
                #expect(
                    try await app.restarted().vault.read(AndroidPhone.key)?.value == .old,
                    "\(apiLevel), \(method)")
            }
        }
    }

    @Test("P11: StrongBox is used where there is one, and its lack is said or made up for")
    func strongBox() async throws {
        let with = AndroidPhone()
        try await with.vault.write(
            .old, for: AndroidPhone.key, options: .protected(storage: .strongboxRequired))
        #expect(try await with.vault.read(AndroidPhone.key)?.value == .old)
        for (apiLevel, hasStrongBox) in [(36, false), (27, true)] {
            let without = AndroidPhone(apiLevel: apiLevel) { $0.hasStrongBox = hasStrongBox }
            try await without.vault.write(
                .old, for: AndroidPhone.key, options: .protected(storage: .strongbox))
            #expect(try await without.vault.read(AndroidPhone.key)?.value == .old)
            #expect(
                await code { () throws(KeychainError) in
                    try await without.vault.write(
                        .new, for: AndroidPhone.key,
                        options: .protected(storage: .strongboxRequired))
                } == .hardwareUnavailable)
        }
    }

    @Test("P11: a StrongBox that says it is not there is HARDWARE_UNAVAILABLE, or the TEE")
    func strongBoxRefuses() async throws {
        for storage in [KeyStorage.strongbox, .strongboxRequired] {
            let app = AndroidPhone()
            try await app.vault.write(.old, for: AndroidPhone.makeKey("other"))
            app.phone.forgetTrace()
            try await app.vault.write(
                .old, for: AndroidPhone.key, options: .protected(storage: storage))
            let calls = app.phone.trace.compactMap {
                if case .call(let call, _, _) = $0.kind { call.name } else { nil }
            }
            let number = try #require(calls.firstIndex(of: "KeyGenerator.generateKey")) + 1
            let other = AndroidPhone()
            try await other.vault.write(.old, for: AndroidPhone.makeKey("other"))
            let failure = NativeFailure(
                domain: "android.security.KeyStoreException", code: -68, name: "-68")
            other.phone.arm(
                FaultPlan([Fault(callNumber: number, .failure(failure, .beforeEffect))]))
            let answer = await code { () throws(KeychainError) in
                try await other.vault.write(
                    .old, for: AndroidPhone.key, options: .protected(storage: storage))
            }
            #expect(answer == (storage == .strongbox ? nil : .hardwareUnavailable))
        }
    }

    @Test("P11: what needs Android 11 is UNSUPPORTED below it", arguments: [24, 28, 29])
    func oldSystems(apiLevel: Int) async throws {
        let app = AndroidPhone(apiLevel: apiLevel)
        for accessControl in AccessControl.allCases where accessControl.allowsPasscode {
            #expect(try app.vault.canUse(accessControl) == .unsupportedOS)
        }
        #expect(
            await code { () throws(KeychainError) in
                try await app.vault.write(
                    .old, for: AndroidPhone.key,
                    options: .protected(.whenUnlocked, .biometryAny, seconds: 10))
            } == .unsupported)
    }
}

extension SimulatedPhone {
    /// How many calls into the Keystore the trace holds.
    var keystoreCallCount: Int {
        trace.filter { entry in
            guard case .call(let call, _, _) = entry.kind else { return false }
            return ["KeyStore.", "Key", "Cipher."].contains { call.name.hasPrefix($0) }
                && !call.name.hasPrefix("KeyguardManager")
        }.count
    }
}
