import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Every single fault, and death before and after every platform call, over the changes of a vault.
@Suite("Faults at every call")
struct FaultTests {
    /// A change, what must be there before it, and the protection it is about.
    enum Change: String, CaseIterable {
        case firstWrite
        case rewrite
        case changeOfClass
        case removal
        case replacement
    }

    private static let protections: [WriteOptions] = [
        .protected(.afterFirstUnlockThisDeviceOnly), .protected(.whenUnlocked),
        .protected(.whenPasscodeSetThisDeviceOnly), .protected(.whenUnlocked, .biometryAny),
        .protected(.whenUnlocked, .biometryCurrentSetOrPasscode),
        .protected(.whenUnlocked, .devicePasscode, seconds: 30),
    ]

    @Test(
        "P2: whatever fails at any call, a later read gives the old value or the new one",
        arguments: Change.allCases, [28, 30, 34, 36])
    func oldOrNew(_ change: Change, apiLevel: Int) async throws {
        for options in Self.protections {
            guard apiLevel >= 30 || options.protection?.accessControl.allowsPasscode == false
            else { continue }
            let calls = try await Self.calls(of: change, options, apiLevel)
            #expect(!calls.isEmpty)
            for (index, call) in calls.enumerated() {
                for kind in Self.faults(of: call) {
                    let fault = Fault(callNumber: index + 1, kind)
                    try await Self.check(change, options, apiLevel, fault, call)
                }
            }
        }
    }

    /// The platform calls that a change makes when nothing fails.
    private static func calls(
        of change: Change, _ options: WriteOptions, _ apiLevel: Int
    ) async throws -> [PlatformCall] {
        let app = try await prepared(change, options, apiLevel)
        app.phone.arm(.none)
        app.phone.forgetTrace()
        try await perform(change, options, app.vault)
        return app.phone.trace.compactMap {
            if case .call(let call, _, _) = $0.kind { call } else { nil }
        }
    }

    private static func faults(of call: PlatformCall) -> [Fault.Kind] {
        var kinds: [Fault.Kind] = [.death(.beforeEffect), .death(.afterEffect)]
        for failure in call.failures {
            kinds += [.failure(failure, .beforeEffect), .failure(failure, .afterEffect)]
        }
        return kinds
    }

    private static func check(
        _ change: Change, _ options: WriteOptions, _ apiLevel: Int, _ fault: Fault,
        _ call: PlatformCall
    ) async throws {
        let app = try await prepared(change, options, apiLevel)
        let other = AndroidPhone.makeKey("other")
        app.phone.arm(FaultPlan([fault]))
        var hasReturned = true
        do {
            try await perform(change, options, app.vault)
        } catch {
            hasReturned = false
        }
        let isAlive = app.process.isAlive
        app.phone.arm(.none)
        let vault = app.restarted().vault
        let what = "\(change) with \(fault.kind) at \(call.name)"
        let after = await outcome(AndroidPhone.key, vault)
        #expect(allowed(change).contains(after), "\(what): \(after)")
        if hasReturned && isAlive { #expect(after == done(change), "P5: \(what): \(after)") }
        if change != .firstWrite {
            #expect(await outcome(other, vault) == "old", "\(what): another item")
        }
        // Whatever happened, the store goes on working.
        try await vault.write(.new, for: AndroidPhone.key, options: options)
        #expect(try await vault.read(AndroidPhone.key)?.value == .new, "\(what): afterwards")
    }

    private static func prepared(
        _ change: Change, _ options: WriteOptions, _ apiLevel: Int
    ) async throws -> AndroidPhone {
        let app = AndroidPhone(apiLevel: apiLevel)
        switch change {
        case .firstWrite: break
        case .rewrite, .removal:
            try await app.vault.write(.old, for: AndroidPhone.makeKey("other"))
            try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        case .changeOfClass:
            try await app.vault.write(.old, for: AndroidPhone.makeKey("other"))
            try await app.vault.write(.old, for: AndroidPhone.key)
        case .replacement:
            try await app.vault.write(.old, for: AndroidPhone.makeKey("other"))
            try await app.vault.write(
                .old, for: AndroidPhone.key,
                options: .protected(.whenUnlocked, .biometryCurrentSet))
            app.phone.send(.enrolFinger)
        }
        return app.restarted()
    }

    private static func perform(
        _ change: Change, _ options: WriteOptions, _ vault: AndroidVault
    ) async throws(KeychainError) {
        switch change {
        case .firstWrite, .rewrite, .changeOfClass:
            try await vault.write(.new, for: AndroidPhone.key, options: options)
        case .removal: try await vault.remove(AndroidPhone.key)
        case .replacement:
            try await vault.replaceInvalidated(
                AndroidPhone.key, with: .new, options: options, prompt: .standard)
        }
    }

    /// What a read gives, in a word.
    private static func outcome(_ key: ItemKey, _ vault: AndroidVault) async -> String {
        do {
            guard let item = try await vault.read(key) else { return "nil" }
            return item.value == .old ? "old" : item.value == .new ? "new" : "something else"
        } catch {
            return error.code.rawValue
        }
    }

    private static func allowed(_ change: Change) -> Set<String> {
        switch change {
        case .firstWrite: ["nil", "new"]
        case .rewrite, .changeOfClass: ["old", "new"]
        case .removal: ["old", "nil"]
        case .replacement: ["KEY_INVALIDATED", "new"]
        }
    }

    private static func done(_ change: Change) -> String { change == .removal ? "nil" : "new" }
}
