import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// What the store in memory does beyond the conformance suite.
@Suite struct MemoryStoreTests {
    private let clock = ManualWallClock(now: UnixTime(seconds: 1_000))
    private let store: MemoryStore
    private let key: ItemKey
    private let one = SecretBytes([1])

    init() throws {
        store = MemoryStore(clock: clock)
        key = try ItemKey(service: "mArKeR", account: "mArKeR")
    }

    private func protect(
        _ accessControl: AccessControl, validFor seconds: Int = 0
    ) async throws {
        store.answerNextPrompts([.confirmed])
        let protection = ItemProtection(
            accessControl: accessControl, authValiditySeconds: seconds)
        try await store.write(one, for: key, options: WriteOptions(protection: protection))
    }

    private func code(_ body: () async throws -> Void) async -> KeychainError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? KeychainError)?.code
        }
    }

    @Test("P12: items are stamped by the clock that was given")
    func stamps() async throws {
        try await store.write(one, for: key)
        clock.advance(bySeconds: 60)
        try await store.write(one, for: key)
        let known = try await store.attributes(of: key)
        #expect(known?.created == UnixTime(seconds: 1_000))
        #expect(known?.modified == UnixTime(seconds: 1_060))
    }

    @Test("a fault strikes once, on its side of the effect")
    func faults() async throws {
        let failure = KeychainError(.unknown, "lost", nativeDomain: "errno", nativeCode: 5)
        store.failNext(.write, with: failure)
        #expect(await code { try await store.write(one, for: key) } == .unknown)
        #expect(try await store.read(key) == nil)
        store.failNext(.write, with: failure, .afterEffect)
        #expect(await code { try await store.write(one, for: key) } == .unknown)
        #expect(try await store.read(key)?.value == one)
        store.failNext(.remove, with: failure, .afterEffect)
        #expect(await code { try await store.remove(key) } == .unknown)
        #expect(try await store.read(key) == nil)
        #expect(try await store.remove(key) == false)
    }

    @Test("every operation can be made to fail", arguments: MemoryStore.Operation.allCases)
    func everyOperation(_ operation: MemoryStore.Operation) async throws {
        try await store.write(one, for: key)
        store.failNext(operation, with: KeychainError(.systemCanceled, "x"))
        #expect(await code { try await call(operation) } == .systemCanceled)
        #expect(store.calls.last?.operation == operation)
        #expect(store.calls.last?.code == .systemCanceled)
    }

    private func call(_ operation: MemoryStore.Operation) async throws {
        switch operation {
        case .canUse: _ = try store.canUse(.none)
        case .read: _ = try await store.read(key)
        case .write: try await store.write(one, for: key)
        case .replaceInvalidated:
            try await store.replaceInvalidated(
                key, with: one, options: .standard, prompt: .standard)
        case .remove: try await store.remove(key)
        case .attributes: _ = try await store.attributes(of: key)
        case .list: _ = try await store.list(service: nil)
        }
    }

    @Test("a call refused for its arguments leaves the fault for the next")
    func faultsWait() async throws {
        store.failNext(.write, with: KeychainError(.systemCanceled, "x"))
        let bad = WriteOptions(protection: ItemProtection(authValiditySeconds: -1))
        #expect(
            await code { try await store.write(one, for: key, options: bad) } == .invalidArgument)
        #expect(await code { try await store.write(one, for: key) } == .systemCanceled)
    }

    @Test("P10: calls are recorded without names and values")
    func calls() async throws {
        let other = try ItemKey(service: "other", account: "mArKeR")
        try await store.write(one, for: key)
        _ = try await store.read(other)
        _ = try await store.read(key)
        #expect(store.calls.map(\.item) == [1, 2, 1])
        #expect(store.calls(for: key).map(\.operation) == [.write, .read])
        #expect(try store.calls(for: ItemKey(service: "s", account: "never")).isEmpty)
        var dumped = ""
        dump(store, to: &dumped)
        dump(store.calls, to: &dumped)
        #expect(!dumped.contains("mArKeR"))
        #expect(!"\(store) \(store.calls)".contains("mArKeR"))
        store.forgetCalls()
        #expect(store.calls.isEmpty)
    }

    @Test("prompts are answered by the queue, then by the standing answer, then by the closure")
    func answers() async throws {
        let store = MemoryStore(answerPrompt: { request in
            request.accessControl == .devicePasscode ? .failed(.lockout) : .confirmed
        })
        let options = WriteOptions(protection: ItemProtection(accessControl: .devicePasscode))
        store.answerNextPrompts([.confirmed, .failed(.userCanceled)])
        try await store.write(one, for: key, options: options)
        #expect(await code { _ = try await store.read(key) } == .userCanceled)
        #expect(await code { _ = try await store.read(key) } == .lockout)
        store.answerPrompts(.confirmed)
        #expect(try await store.read(key)?.value == one)
        #expect(store.calls.map(\.promptCount) == [1, 1, 1, 1])
    }

    @Test("without anybody to ask a prompt is NO_ACTIVITY")
    func nobody() async throws {
        try await protect(.devicePasscode)
        #expect(await code { _ = try await store.read(key) } == .noActivity)
    }

    @Test("P12: a confirmation counts for its item and its time, and not when the clock goes back")
    func validity() async throws {
        try await protect(.devicePasscode, validFor: 30)
        #expect(try store.readWithoutPrompt(key)?.value == one)
        clock.advance(bySeconds: 29)
        #expect(try store.readWithoutPrompt(key)?.value == one)
        clock.advance(bySeconds: 1)
        #expect(await code { _ = try store.readWithoutPrompt(key) } == .authRequired)
        clock.advance(bySeconds: -31)
        #expect(await code { _ = try store.readWithoutPrompt(key) } == .authRequired)
        store.answerNextPrompts([.confirmed])
        #expect(try await store.read(key)?.value == one)
        #expect(try store.readWithoutPrompt(key)?.value == one)
        #expect(await code { _ = try store.reopened().readWithoutPrompt(key) } == .authRequired)
    }

    @Test("a lock, a removal and a new control end a confirmation")
    func confirmationsEnd() async throws {
        try await protect(.devicePasscode, validFor: 30)
        store.setAvailability(.locked)
        store.setAvailability(.unlocked)
        #expect(await code { _ = try store.readWithoutPrompt(key) } == .authRequired)
        try await protect(.devicePasscode, validFor: 30)
        try await store.remove(key)
        try await protect(.biometryAny, validFor: 30)
        #expect(try store.readWithoutPrompt(key)?.value == one)
        try await store.reopened().remove(key)
        let options = WriteOptions(
            protection: ItemProtection(accessControl: .devicePasscode, authValiditySeconds: 30))
        let other = store.reopened()
        other.answerNextPrompts([.confirmed])
        try await other.write(one, for: key, options: options)
        #expect(await code { _ = try store.readWithoutPrompt(key) } == .authRequired)
    }

    @Test("P1: removing the passcode leaves tombstones of the items that needed it, for good")
    func passcodeRemoved() async throws {
        let bound = WriteOptions(
            protection: ItemProtection(accessibility: .whenPasscodeSetThisDeviceOnly))
        try await store.write(one, for: key, options: bound)
        let kept = try ItemKey(service: "s", account: "kept")
        try await store.write(one, for: kept)
        clock.advance(bySeconds: 5)
        store.setPasscode(false)
        let facts = try await store.attributes(of: key)?.invalidation
        #expect(facts == Invalidation(reason: .passcodeRemoved, time: UnixTime(seconds: 1_005)))
        #expect(await code { _ = try await store.read(key) } == .keyInvalidated)
        #expect(try await store.read(kept)?.value == one)
        #expect(await code { try await store.write(one, for: key) } == .passcodeNotSet)
        #expect(
            await code { try await store.write(one, for: kept, options: bound) }
                == .passcodeNotSet)
        store.setPasscode(true)
        #expect(await code { _ = try await store.read(key) } == .keyInvalidated)
        try await store.replaceInvalidated(
            key, with: one, options: .standard, prompt: .standard)
        let protection = try await store.attributes(of: key)?.protection
        #expect(protection?.accessibility == .whenPasscodeSetThisDeviceOnly)
    }

    @Test("P1: another enrolled set leaves tombstones of the items bound to the old one")
    func biometricsChanged() async throws {
        for (accessControl, isBound) in [
            (AccessControl.biometryAny, false), (.biometryCurrentSet, true),
            (.biometryAnyOrPasscode, false), (.biometryCurrentSetOrPasscode, true),
            (.devicePasscode, false),
        ] {
            store.setBiometry(.enrolled(set: 1))
            try await protect(accessControl)
            store.setBiometry(.enrolled(set: 2))
            let reason = try await store.attributes(of: key)?.invalidation?.reason
            #expect(reason == (isBound ? .biometricsChanged : nil), "\(accessControl)")
            try await store.remove(key)
        }
    }

    @Test("canUse follows the passcode and the biometrics")
    func canUse() throws {
        func answers() throws -> [AccessControlAvailability] {
            try AccessControl.allCases.map { try store.canUse($0) }
        }
        let all: [AccessControlAvailability] = Array(repeating: .available, count: 6)
        #expect(try answers() == all)
        store.setBiometry(.notEnrolled)
        #expect(
            try answers() == [
                .available, .notEnrolled, .notEnrolled, .available, .notEnrolled, .available,
            ])
        store.setBiometry(.noHardware)
        #expect(
            try answers() == [
                .available, .noHardware, .noHardware, .available, .noHardware, .available,
            ])
        store.setBiometry(.enrolled(set: 1))
        store.setPasscode(false)
        #expect(
            try answers() == [
                .available, .passcodeNotSet, .passcodeNotSet, .passcodeNotSet, .passcodeNotSet,
                .passcodeNotSet,
            ])
    }

    @Test("P1: an unavailable store answers every call with its reason")
    func unavailable() async throws {
        let reason = KeychainError(.unknown, "no", nativeDomain: "errno", nativeCode: 13)
        store.setAvailability(.unavailable(reason))
        for operation in MemoryStore.Operation.allCases {
            #expect(await code { try await call(operation) } == .unknown, "\(operation)")
        }
        #expect(await store.availability() == .unavailable(reason))
    }

    @Test("P6: writing nothing leaves an empty item, and only a removal takes it")
    func emptyWrite() async throws {
        try await store.write(one, for: key)
        try await store.write(SecretBytes([]), for: key)
        #expect(try await store.read(key)?.value == SecretBytes([]))
        #expect(try await store.wipe(service: "another") == 0)
        #expect(try await store.contains(key))
        #expect(try await store.wipe(service: key.service) == 1)
        #expect(try await store.read(key) == nil)
    }

    @Test("a second store on the device sees the same items")
    func reopened() async throws {
        try await store.write(one, for: key)
        let other = store.reopened()
        #expect(try await other.read(key)?.value == one)
        try await other.remove(key)
        #expect(try await store.read(key) == nil)
        #expect(other.calls.count == 2)
    }
}
