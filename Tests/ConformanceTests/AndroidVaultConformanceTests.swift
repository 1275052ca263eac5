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
        let phone = AndroidPhoneUnderTest(apiLevel: apiLevel)
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
            let phone = AndroidPhoneUnderTest(apiLevel: apiLevel)
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
        let phone = AndroidPhoneUnderTest(apiLevel: apiLevel)
        phone.phone.send(.removePasscode)
        var subject = ConformanceSubject(phone.store)
        subject.hasPasscode = false
        subject.reopen = { phone.newVault() }
        let outcome = try await promise.check(subject)
        #expect((outcome == .kept) != PromisesOfLocking.all.contains(promise.name))
    }

    @Test("a phone without StrongBox keeps every promise", arguments: ItemStoreConformance.cases)
    func keepsWithoutStrongBox(_ promise: ConformanceCase) async throws {
        let phone = AndroidPhoneUnderTest(apiLevel: 36, hasStrongBox: false)
        var subject = phone.subject
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.phone.send(.removePasscode) }
        let outcome = try await promise.check(subject)
        let notApplicable = ["P11: an item that needs a passcode is refused without one"]
        #expect((outcome == .kept) != notApplicable.contains(promise.name))
    }
}
