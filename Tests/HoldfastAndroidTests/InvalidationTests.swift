import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("Keys that end")
struct InvalidationTests {
    private static let levels = [23, 24, 28, 29, 30, 31, 33, 34, 35, 36]

    @Test(
        "P1: the lock screen's removal ends what is bound to it, and says so after a new one",
        arguments: levels, [true, false])
    func passcodeRemoved(apiLevel: Int, hasFinger: Bool) async throws {
        let first = AndroidPhone(apiLevel: apiLevel)
        if !hasFinger { first.phone.send(.removeAllFingers) }
        let (bound, plain) = (AndroidPhone.makeKey("bound"), AndroidPhone.makeKey("plain"))
        try await first.vault.write(
            .old, for: bound, options: .protected(.whenPasscodeSetThisDeviceOnly))
        try await first.vault.write(.old, for: plain)
        // All of it while the app does not run, so that nothing but the Keystore can tell.
        first.phone.send(.removePasscode)
        first.phone.send(.setPasscode)
        if hasFinger { first.phone.send(.enrolFinger) }
        first.phone.send(.lock)
        first.phone.send(.unlock)
        first.phone.send(.foreground(AndroidPhone.app))

        let second = first.restarted()
        for _ in 0..<2 {
            #expect(
                await code { () throws(KeychainError) in try await second.vault.read(bound) }
                    == .keyInvalidated)
        }
        let known = try await second.vault.attributes(of: bound)
        #expect(known?.invalidation?.reason == .passcodeRemoved)
        #expect(try await second.vault.read(plain)?.value == .old)
        try await second.vault.replaceInvalidated(
            bound, with: .new, options: .standard, prompt: .standard)
        #expect(try await second.restarted().vault.read(bound)?.value == .new)
    }

    @Test("P1: a new PIN that the owner chose ends nothing", arguments: levels)
    func passcodeChanged(apiLevel: Int) async throws {
        let first = AndroidPhone(apiLevel: apiLevel)
        let written = try await Self.writeAll(first)
        first.phone.send(.changePasscode)
        let second = first.restarted()
        for key in written { #expect(try await second.vault.read(key)?.value == .old) }
        #expect(try await second.vault.list(service: nil).allSatisfy { $0.invalidation == nil })
    }

    @Test("P1: a new finger ends only what is bound to the set", arguments: levels)
    func newFinger(apiLevel: Int) async throws {
        let first = AndroidPhone(apiLevel: apiLevel)
        let written = try await Self.writeAll(first)
        first.phone.send(.enrolFinger)
        let second = first.restarted()
        for known in try await second.vault.list(service: nil) {
            let isBound = known.protection.accessControl.isBoundToEnrolledBiometrics
            #expect((known.invalidation?.reason == .biometricsChanged) == isBound)
        }
        for key in written {
            guard let known = try await second.vault.attributes(of: key) else {
                Issue.record("an item is gone")
                continue
            }
            if known.invalidation == nil {
                #expect(try await second.vault.read(key)?.value == .old)
            }
        }
        let bound = AndroidPhone.makeKey(AccessControl.biometryCurrentSet.rawValue)
        try await second.vault.replaceInvalidated(
            bound, with: .new, options: .standard, prompt: .standard)
        #expect(try await second.restarted().vault.read(bound)?.value == .new)
    }

    @Test("P1: a tombstone is there whatever call notices first", arguments: levels)
    func noticedByAnyCall(apiLevel: Int) async throws {
        for way in 0..<5 {
            let app = AndroidPhone(apiLevel: apiLevel)
            let key = AndroidPhone.key
            let options = WriteOptions.protected(.whenUnlocked, .biometryCurrentSet)
            try await app.vault.write(.old, for: key, options: options)
            app.phone.send(.enrolFinger)
            switch way {
            case 0: _ = await code { () throws(KeychainError) in try await app.vault.read(key) }
            case 1: _ = try await app.vault.attributes(of: key)
            case 2: _ = try await app.vault.list(service: nil)
            case 3:
                #expect(
                    await code { () throws(KeychainError) in
                        try await app.vault.write(
                            .new, for: key, options: WriteOptions(condition: .ifAbsent))
                    } == .unknown)
            default: break
            }
            let restarted = app.restarted().vault
            #expect(
                await code { () throws(KeychainError) in try restarted.readWithoutPrompt(key) }
                    == .keyInvalidated)
            #expect(try await restarted.remove(key))
            #expect(try await restarted.read(key) == nil)
        }
    }

    @Test("P1: an answer of the Keystore that is wrong once ends nothing")
    func wrongOnce() async throws {
        let failures = [7, 17, -33].map {
            NativeFailure(domain: "android.security.KeyStoreException", code: $0, name: "\($0)")
        }
        for failure in failures {
            for number in 1...12 {
                let app = AndroidPhone()
                try await app.vault.write(.old, for: AndroidPhone.key)
                let second = app.restarted()
                app.phone.arm(
                    FaultPlan([
                        Fault(callNumber: number, .failure(failure, .beforeEffect)),
                        Fault(callNumber: number + 2, .failure(failure, .beforeEffect)),
                    ]))
                _ = await code { () throws(KeychainError) in
                    try await second.vault.read(AndroidPhone.key)
                }
                app.phone.arm(.none)
                let value = try await second.restarted().vault.read(AndroidPhone.key)?.value
                #expect(value == .old, "\(failure), call \(number)")
            }
        }
    }

    /// One item for each access control that the system has.
    private static func writeAll(_ app: AndroidPhone) async throws -> [ItemKey] {
        var keys: [ItemKey] = []
        for accessControl in AccessControl.allCases
        where app.vault.capabilities.accessControls.contains(accessControl) {
            let key = AndroidPhone.makeKey(accessControl.rawValue)
            try await app.vault.write(
                .old, for: key, options: .protected(.whenUnlocked, accessControl))
            keys.append(key)
        }
        let bound = AndroidPhone.makeKey("lock screen")
        try await app.vault.write(
            .old, for: bound, options: .protected(.whenPasscodeSetThisDeviceOnly))
        return keys + [bound]
    }
}
