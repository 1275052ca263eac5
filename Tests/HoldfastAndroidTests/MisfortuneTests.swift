import HoldfastAndroid
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

/// Bad luck: other processes, other versions, another time, a lock at the wrong moment.
@Suite("Misfortunes")
struct MisfortuneTests {
    @Test("P2: a write that lands during another's prompt is not lost and not doubled")
    func writeDuringPrompt() async throws {
        for isConditional in [true, false] {
            let app = AndroidPhone()
            let options = WriteOptions.protected(.whenUnlocked, .biometryAny, seconds: 0)
            let first = try await app.vault.write(.old, for: AndroidPhone.key, options: options)
            let rival = AndroidPhone(on: app.phone).vault
            var platform = app.process.android
            let landed = Locked(false)
            platform.biometricPrompt = InterruptedPrompt(base: platform.biometricPrompt) {
                let isDone = Self.answers { () throws(KeychainError) in
                    try rival.writeWithoutPrompt(
                        .old, for: AndroidPhone.key, options: .protected())
                }
                landed.withLock { $0 = isDone }
            }
            let vault = AndroidVault(platform)
            let answer = await code { () throws(KeychainError) in
                try await vault.write(
                    .new, for: AndroidPhone.key,
                    options: WriteOptions(
                        protection: options.protection,
                        condition: isConditional ? .ifVersion(first) : .always))
            }
            #expect(landed.withLock { $0 }, "the other process wrote")
            #expect(answer == (isConditional ? .unknown : nil))
            let item = try await app.restarted().vault.read(AndroidPhone.key)
            #expect(item?.value == (isConditional ? .old : .new))
            #expect(try await rival.list(service: nil).count == 1)
        }
    }

    @Test(
        "P2: an item whose accessibility an app's new version changes is read and rewritten",
        arguments: [28, 31, 36])
    func accessibilityChanges(apiLevel: Int) async throws {
        for before in Accessibility.allCases {
            for after in Accessibility.allCases where after != before {
                let app = AndroidPhone(apiLevel: apiLevel)
                try await app.vault.write(
                    .old, for: AndroidPhone.key, options: .protected(before))
                app.phone.send(.update(AndroidPhone.app))
                let vault = app.restarted().vault
                let what = "\(before) to \(after)"
                #expect(try await vault.read(AndroidPhone.key)?.value == .old, "\(what)")
                try await vault.write(.new, for: AndroidPhone.key, options: .protected(after))
                let item = try await app.restarted().vault.read(AndroidPhone.key)
                #expect(item?.value == .new, "\(what)")
                #expect(item?.attributes.protection.accessibility == after, "\(what)")
            }
        }
    }

    @Test("P2: a clock that is set back an hour costs no version and no tombstone")
    func clockSetBack() async throws {
        let app = AndroidPhone()
        let bound = AndroidPhone.makeKey("bound")
        var last = try await app.vault.write(.old, for: AndroidPhone.key)
        try await app.vault.write(
            .old, for: bound, options: .protected(.whenPasscodeSetThisDeviceOnly))
        app.phone.send(.clockSet(-3_600))
        for _ in 0..<2 {
            let next = try await app.restarted().vault.write(
                .new, for: AndroidPhone.key, options: WriteOptions(condition: .ifVersion(last)))
            #expect(next > last)
            last = next
        }
        app.phone.send(.removePasscode)
        let vault = app.restarted().vault
        #expect(
            await code { () throws(KeychainError) in try await vault.read(bound) }
                == .keyInvalidated)
        let noticed = try await vault.attributes(of: bound)?.invalidation
        #expect(noticed?.time == UnixTime(seconds: app.phone.device.clockSeconds))
        app.phone.send(.clockSet(-3_600))
        #expect(try await app.restarted().vault.attributes(of: bound)?.invalidation == noticed)
        #expect(try await app.restarted().vault.read(AndroidPhone.key)?.value == .new)
    }

    @Test("a clock that is set back an hour does not stretch a confirmation")
    func clockAndConfirmation() async throws {
        let app = AndroidPhone()
        let options = WriteOptions.protected(.whenUnlocked, .biometryAny, seconds: 60)
        try await app.vault.write(.old, for: AndroidPhone.key, options: options)
        app.phone.send(.timePasses(59))
        #expect(try app.vault.readWithoutPrompt(AndroidPhone.key)?.value == .old)
        app.phone.send(.clockSet(-3_600))
        app.phone.send(.timePasses(2))
        #expect(
            await code { () throws(KeychainError) in
                try app.vault.readWithoutPrompt(AndroidPhone.key)
            } == .authRequired)
        #expect(try await app.vault.read(AndroidPhone.key)?.value == .old)
    }

    @Test("P1: a lock in the middle of a list leaves no item out", arguments: [28, 31, 34, 36])
    func lockInList(apiLevel: Int) async throws {
        let calls = try await listed(on: Self.filled(apiLevel)).phone.callCount
        #expect(calls > 1)
        for number in 1...calls {
            let app = try await Self.filled(apiLevel)
            app.phone.arm(FaultPlan([Fault(callNumber: number, .event(.lock))]))
            try await listed(on: app)
        }
    }

    @Test("P1: the keystore that dies in the middle of a list is an error, and no shorter list")
    func deathInList() async throws {
        let calls = try await listed(on: Self.filled(36)).phone.callCount
        for number in 1...calls {
            let app = try await Self.filled(36)
            let event = PhoneEvent.android(.keystoreDies(times: 2))
            app.phone.arm(FaultPlan([Fault(callNumber: number, .event(event))]))
            try await listed(on: app, mayFailWith: .unknown)
            app.phone.arm(.none)
            try await listed(on: app.restarted(), mayFailWith: .unknown)
        }
    }

    @Test("P4: a marker that came back without its item suspends the state and asks")
    func markerWithoutItem() async throws {
        let app = AndroidPhone()
        let first = try Self.persistor(app)
        try await first.load()
        try await first.save("signed in")
        let other = SimulatedPhone(.android(AndroidProfile()), hardware: 2, seed: 2)
        other.restore(app.phone.backUp(.deviceToDevice))
        other.send(.setPasscode)
        other.send(.foreground(AndroidPhone.app))
        let restored = AndroidPhone(on: other)
        let state = try Self.persistor(restored)
        #expect(
            await code { () throws(KeychainError) in try await state.load() } == .keyInvalidated)
        #expect(
            await code { () throws(KeychainError) in try await state.save("signed out") }
                == .keyInvalidated)
        #expect(
            await code { () throws(KeychainError) in
                try await restored.vault.read(AndroidPhone.key)
            } == .keyInvalidated, "nothing was written over the loss")
        try await state.replaceInvalidated(with: "signed in again")
        #expect(try await Self.persistor(restored.restarted()).load() == "signed in again")
    }

    /// A phone with an item of each class, in a process that has unwrapped nothing yet.
    private static func filled(_ apiLevel: Int) async throws -> AndroidPhone {
        let app = AndroidPhone(apiLevel: apiLevel)
        for accessibility in Accessibility.allCases {
            try await app.vault.write(
                .old, for: AndroidPhone.makeKey(accessibility.rawValue),
                options: .protected(accessibility))
        }
        return app.restarted()
    }

    /// Lists all items: every one, or an error.
    @discardableResult
    private func listed(
        on app: AndroidPhone, mayFailWith expected: KeychainError.Code = .interactionNotAllowed
    ) async throws -> AndroidPhone {
        let all = Accessibility.allCases.map { AndroidPhone.makeKey($0.rawValue) }.sorted()
        do {
            let items = try await app.vault.list(service: nil)
            #expect(items.map(\.key) == all)
            #expect(items.allSatisfy { $0.invalidation == nil })
        } catch {
            #expect(error.code == expected)
        }
        return app
    }

    /// A state in one item, whose marker is in the files that backups take.
    private static func persistor(_ app: AndroidPhone) throws -> StatePersistor<String> {
        let marker = try FirstInstallMarker(in: app.folder, named: "session")
        return try StatePersistor(
            in: app.vault, under: AndroidPhone.key, marker: marker, initial: { "" })
    }

    private static func answers<Answer>(_ body: () throws(KeychainError) -> Answer) -> Bool {
        do {
            _ = try body()
            return true
        } catch {
            return false
        }
    }
}

/// A prompt during which something else happens, once.
private struct InterruptedPrompt: BiometricPromptCalls {
    let base: any BiometricPromptCalls
    let event: @Sendable () -> Void
    private let isOver = Locked(false)

    init(base: any BiometricPromptCalls, event: @escaping @Sendable () -> Void) {
        self.base = base
        self.event = event
    }

    func canAuthenticate(_ authenticators: KeySpec.Authenticators) -> Int {
        base.canAuthenticate(authenticators)
    }

    func authenticate(
        _ prompt: Prompt, _ authenticators: KeySpec.Authenticators,
        for operation: KeystoreOperation?
    ) async -> Int {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { event() }
        return await base.authenticate(prompt, authenticators, for: operation)
    }
}
