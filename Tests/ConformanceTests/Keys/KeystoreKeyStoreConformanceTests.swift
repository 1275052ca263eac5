import HoldfastAndroid
import HoldfastCore
import HoldfastLab
import Testing

@Suite struct KeystoreKeyStoreConformanceTests {
    private static let notApplicable = [
        "P11: a key that needs a passcode is refused without one"
    ]

    @Test(
        "on each Android, keys of the Keystore keep every promise",
        arguments: [23, 28, 30, 31, 34, 36], KeyStoreConformance.cases)
    func keeps(apiLevel: Int, _ promise: KeyStoreCase) async throws {
        let phone = AndroidPhoneUnderTest(apiLevel: apiLevel)
        var subject = phone.keySubject
        subject.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        subject.invalidate = { _ in phone.phone.send(.removePasscode) }
        let outcome = try await promise.check(subject)
        if case .notApplicable(let reason) = outcome {
            let isKnown =
                Self.notApplicable.contains(promise.name)
                || (apiLevel < 31 && Self.needsAgreement.contains(promise.name))
            #expect(isKnown, "\(reason)")
        }
    }

    // ECDH came to the Keystore with Android 12.
    private static let needsAgreement = ["P2: an agreement gives what the other side computes"]

    @Test("software keys over the vault keep every promise", arguments: KeyStoreConformance.cases)
    func software(_ promise: KeyStoreCase) async throws {
        let phone = AndroidPhoneUnderTest(apiLevel: 36)
        var items = phone.subject
        items.invalidatableProtection.accessibility = .whenPasscodeSetThisDeviceOnly
        items.invalidate = { _ in phone.phone.send(.removePasscode) }
        let outcome = try await promise.check(KeyStoreSubject(softwareKeysOver: items))
        if case .notApplicable(let reason) = outcome {
            #expect(Self.notApplicable.contains(promise.name), "\(reason)")
        }
    }
}
