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
        profile.akpuMetadataOutlivesPasscode = true
        return profile
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
