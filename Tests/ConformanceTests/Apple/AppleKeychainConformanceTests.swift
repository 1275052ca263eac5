import HoldfastApple
import HoldfastCore
import HoldfastLab
import Testing

@Suite struct AppleKeychainConformanceTests {
    @Test("a keychain keeps every promise", arguments: ItemStoreConformance.cases)
    func keeps(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(Self.subject(IOSProfile()))
        #expect((outcome == .kept) != Self.notApplicable.contains(promise.name))
    }

    @Test(
        "a keychain keeps every promise on a phone that answers unknowns the other way",
        arguments: ItemStoreConformance.cases)
    func keepsElsewhere(_ promise: ConformanceCase) async throws {
        let outcome = try await promise.check(Self.subject(Self.otherProfile))
        #expect((outcome == .kept) != Self.notApplicable.contains(promise.name))
    }

    @Test("software keys in a keychain keep every promise", arguments: KeyStoreConformance.cases)
    func keepsSoftwareKeys(_ promise: KeyStoreCase) async throws {
        let items = Self.subject(IOSProfile())
        let outcome = try await promise.check(KeyStoreSubject(softwareKeysOver: items))
        #expect((outcome == .kept) != Self.notApplicableToKeys.contains(promise.name))
    }

    @Test("keys of the Secure Enclave keep every promise", arguments: KeyStoreConformance.cases)
    func keepsEnclaveKeys(_ promise: KeyStoreCase) async throws {
        for profile in [IOSProfile(), Self.otherProfile] {
            let outcome = try await promise.check(Self.keySubject(profile))
            #expect((outcome == .kept) != Self.notApplicableToKeys.contains(promise.name))
        }
    }

    private static let notApplicableToKeys: Set<String> = []

    private static let notApplicable: Set = [
        "P11: an item that needs a passcode is refused without one"
    ]

    private static var otherProfile: IOSProfile {
        var profile = IOSProfile()
        profile.biometry = .touchID
        profile.readBeforeFirstUnlock = .notFound
        profile.akpuAddWithoutPasscode = .notAvailable
        profile.currentSetInvalidation = .authFailed
        profile.showsDecodeError = true
        profile.lockedEnclaveKeyLooksDamaged = true
        profile.akpuMetadataOutlivesPasscode = true
        return profile
    }

    private static func keySubject(_ profile: IOSProfile) -> KeyStoreSubject {
        let phone = SimulatedPhone(.iOS(profile))
        let store = PhoneStore(phone)
        var subject = KeyStoreSubject(PhoneKeyStore(phone: store))
        subject.lock = { phone.send(.lock) }
        subject.unlock = { phone.send(.unlock) }
        subject.simulateReboot = { store.restart() }
        subject.reopen = { EnclaveKeyStore(beside: store.reopened()) }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.send(.removePasscode) }
        subject.answerPrompts = { store.answer($0) }
        return subject
    }

    private static func subject(_ profile: IOSProfile) -> ConformanceSubject {
        let phone = SimulatedPhone(.iOS(profile))
        let store = PhoneStore(phone)
        var subject = ConformanceSubject(store)
        subject.lock = { phone.send(.lock) }
        subject.unlock = { phone.send(.unlock) }
        subject.simulateReboot = { store.restart() }
        subject.reopen = { store.reopened() }
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.send(.removePasscode) }
        subject.answerPrompts = { store.answer($0) }
        return subject
    }
}
