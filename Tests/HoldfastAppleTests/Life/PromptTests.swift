import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// What a person, the system and the app's set-up do to a prompt.
@Suite struct PromptTests {
    private let key: ItemKey

    init() throws {
        key = try token.get()
    }

    @Test("P11: each end of a prompt has its code, and the item stays")
    func endings() async throws {
        let endings: [(PersonAction, KeychainError.Code)] = [
            (.cancels, .userCanceled), (.choosesFallback, .userFallback),
            (.isInterrupted, .systemCanceled), (.failsBiometry, .authFailed),
            (.goesHome, .systemCanceled), (.waits, .systemCanceled),
            (.locksPhone, .systemCanceled),
        ]
        for (action, expected) in endings {
            let phone = Phone()
            let store = phone.open()
            try await store.write(.old, for: key, options: .with(.biometryAny))
            phone.phone.answerNextPrompts(action)
            let found = await code { () throws(KeychainError) in try await store.read(key) }
            #expect(found == expected, "\(action)")
            phone.phone.send(.unlock)
            phone.phone.send(.foreground(phone.app))
            #expect(try await store.read(key)?.value == .old)
        }
    }

    @Test("P11: a lock-out is LOCKOUT and still available; the passcode way in stays open")
    func lockout() async throws {
        let phone = Phone()
        let store = phone.open()
        let either = try ItemKey(service: "chat", account: "either")
        try await store.write(.old, for: key, options: .with(.biometryAny))
        try await store.write(.old, for: either, options: .with(.biometryAnyOrPasscode))
        phone.phone.send(.failedAttempts(5))
        #expect(try store.canUse(.biometryAny) == .available)
        #expect(await code { () throws(KeychainError) in try await store.read(key) } == .lockout)
        #expect(try await store.read(either)?.value == .old)
    }

    @Test("P11: what is not enrolled or not there is refused at the write, as canUse says")
    func notEnrolled() async throws {
        let phone = Phone()
        let store = phone.open()
        phone.phone.send(.removeAllFingers)
        for control in [AccessControl.biometryAny, .biometryCurrentSetOrPasscode] {
            #expect(try store.canUse(control) == .notEnrolled)
            #expect(
                await code { () throws(KeychainError) in
                    try await store.write(.new, for: key, options: .with(control))
                } == .biometryNotEnrolled)
        }
        #expect(try store.canUse(.biometryAnyOrPasscode) == .available)
        var profile = IOSProfile()
        profile.biometry = .none
        let plain = Phone(profile).open()
        #expect(try plain.canUse(.biometryAny) == .noHardware)
        #expect(
            await code { () throws(KeychainError) in
                try await plain.write(.new, for: key, options: .with(.biometryAny))
            } == .biometryNotAvailable)
    }

    @Test("P11: a prompt in the background is INTERACTION_NOT_ALLOWED before it is asked")
    func background() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key, options: .with(.biometryAny))
        phone.phone.send(.background)
        let before = phone.phone.promptCount
        #expect(
            await code { () throws(KeychainError) in try await store.read(key) }
                == .interactionNotAllowed)
        #expect(phone.phone.promptCount == before)
    }

    @Test("P11: a missing usage description is found before the system ends the app")
    func usageDescription() async throws {
        let phone = Phone()
        let store = phone.open()
        try await store.write(.old, for: key, options: .with(.biometryAny))
        phone.phone.setBuild(AppBuild(hasFaceIDUsageDescription: false), of: phone.app)
        let other = try ItemKey(service: "chat", account: "other")
        #expect(
            await code { () throws(KeychainError) in try store.canUse(.biometryAny) }
                == .missingUsageDescription)
        for control in [AccessControl.biometryAny, .biometryAnyOrPasscode] {
            #expect(
                await code { () throws(KeychainError) in
                    try await store.write(.new, for: other, options: .with(control))
                } == .missingUsageDescription)
        }
        #expect(
            await code { () throws(KeychainError) in try await store.read(key) }
                == .missingUsageDescription)
        #expect(phone.phone.traps.isEmpty)
        #expect(try store.canUse(.devicePasscode) == .available)
        #expect(try await store.read(other) == nil)
    }

    @Test(
        "a confirmation counts for one item and its time, and a clock set back does not stretch it")
    func authValidity() async throws {
        let phone = Phone()
        let store = phone.open()
        let protection = ItemProtection(
            accessibility: .whenUnlockedThisDeviceOnly, accessControl: .biometryAny,
            authValiditySeconds: 60)
        let other = try ItemKey(service: "chat", account: "other")
        for key in [key, other] {
            try await store.write(.old, for: key, options: WriteOptions(protection: protection))
        }
        #expect(try await store.read(key)?.value == .old)
        let shown = phone.phone.promptCount
        phone.phone.send(.timePasses(59))
        #expect(try store.readWithoutPrompt(key)?.value == .old)
        #expect(phone.phone.promptCount == shown)
        #expect(throws: KeychainError.self) { try store.readWithoutPrompt(other) }
        phone.phone.send(.timePasses(2))
        #expect(throws: KeychainError.self) { try store.readWithoutPrompt(key) }
        #expect(try await store.read(key)?.value == .old)
        phone.phone.send(.clockSet(-3_600))
        #expect(throws: KeychainError.self) { try store.readWithoutPrompt(key) }
        #expect(try await store.read(key)?.value == .old)
        phone.phone.send(.lock)
        phone.phone.send(.unlock)
        #expect(throws: KeychainError.self) { try store.readWithoutPrompt(key) }
        #expect(try await store.read(key)?.value == .old)
    }

    @Test("P11: where the system does not say whether it is locked, a row of its own tells")
    func probing() async throws {
        let phone = Phone()
        let store = phone.open { $0.device = SilentDevice(device: $0.device) }
        try await store.write(.old, for: key, options: .with(.biometryAny))
        #expect(
            await code { () throws(KeychainError) in try store.readWithoutPrompt(key) }
                == .authRequired)
        #expect(await store.availability() == .unlocked)
        phone.phone.send(.lock)
        #expect(
            await code { () throws(KeychainError) in try store.readWithoutPrompt(key) }
                == .interactionNotAllowed)
        #expect(await store.availability() == .locked)
        phone.restart()
        #expect(await phone.open().availability() == .beforeFirstUnlock)
    }
}

/// A device as an app extension sees it.
private struct SilentDevice: AppleDevice {
    let device: any AppleDevice

    var isProtectedDataAvailable: Bool? { nil }
    var isInForeground: Bool? { nil }
    var hasFaceIDUsageDescription: Bool { device.hasFaceIDUsageDescription }
    func makeContext() -> any AuthenticationContext { device.makeContext() }

    func observeProtectedData(
        _ body: @escaping @Sendable () -> Void
    ) -> any Sendable & AnyObject {
        device.observeProtectedData(body)
    }
}
