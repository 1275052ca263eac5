import HoldfastApple
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite("A process on a simulated iPhone")
struct SimulatedKeychainTests {
    private static let app: AppIdentifier = "org.example.app"
    private static let item: SecItemDictionary = [
        "class": .text("genp"), "acct": .text("a"), "svce": .text("s"),
        "v_Data": .data(SecretBytes(utf8: "value")),
    ]
    private static let query: SecItemDictionary = [
        "class": .text("genp"), "acct": .text("a"), "svce": .text("s"), "r_Data": .flag(true),
    ]

    @Test("A dead process changes nothing and is in no trace")
    func death() {
        let phone = SimulatedPhone(.iPhone())
        let process = phone.launch(Self.app)
        process.kill()
        let before = phone.trace
        #expect(process.apple.secItem.add(Self.item) == -25291)
        #expect(phone.keychainRowCount == 0)
        #expect(phone.trace == before)
    }

    @Test("Every call says how it can fail, and no two ways are the same")
    func failures() async {
        let phone = SimulatedPhone(.iPhone())
        let process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
        let keychain = process.apple.secItem
        _ = keychain.add(Self.item)
        _ = keychain.copyMatching(Self.query)
        _ = keychain.update(Self.query, Self.item)
        _ = keychain.delete(Self.query)
        let context = process.apple.device.makeContext()
        _ = context.canEvaluate(.biometrics)
        _ = await context.evaluate(.biometrics)
        let calls = phone.trace.compactMap { entry in
            if case .call(let call, _, _) = entry.kind { call } else { nil }
        }
        #expect(
            calls.map(\.name) == [
                "SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete",
                "LAContext.canEvaluatePolicy", "LAContext.evaluatePolicy",
            ])
        for call in calls {
            #expect(!call.failures.isEmpty)
            #expect(Set(call.failures).count == call.failures.count)
            #expect(call.failures.allSatisfy { $0.code != 0 && $0.name != "OSStatus" })
        }
    }

    @Test("The trace names the item and never its value")
    func traceHoldsNoValue() {
        let phone = SimulatedPhone(.iPhone())
        let process = phone.launch(Self.app)
        _ = process.apple.secItem.add(Self.item)
        _ = process.apple.secItem.copyMatching(Self.query)
        let lines = phone.trace.map(\.description)
        #expect(lines.contains { $0.contains("SecItemAdd genp s a → 0") })
        #expect(!lines.contains { $0.contains("value") })
    }

    @Test("Observers hear of a lock and an unlock, until they are let go")
    func observers() {
        let phone = SimulatedPhone(.iPhone())
        let device = phone.launch(Self.app).apple.device
        let clock = Counter()
        var observation: (any Sendable & AnyObject)? = device.observeProtectedData {
            clock.count()
        }
        #expect(device.isProtectedDataAvailable == true)
        phone.send(.lock)
        #expect(device.isProtectedDataAvailable == false)
        phone.send(.timePasses(1))
        phone.send(.unlock)
        #expect(clock.value == 2)
        withExtendedLifetime(observation) {}
        observation = nil
        phone.send(.lock)
        #expect(clock.value == 2)
    }

    @Test("A restore brings the backed-up files, not the local ones")
    func files() throws {
        let phone = SimulatedPhone(.iPhone())
        let platform = phone.launch(Self.app).apple
        try platform.container.replaceFile("ledger", with: [1])
        try platform.backedUpContainer.replaceFile("marker", with: [2])
        let backup = phone.backUp(.cloud)
        let other = SimulatedPhone(.iPhone(), hardware: 2)
        other.restore(backup)
        let restored = other.launch(Self.app).apple
        #expect(try restored.container.readFile("ledger") == nil)
        #expect(try restored.backedUpContainer.readFile("marker") == [2])
    }

    @Test("An uninstallation takes the files, so that an app's own marker tells it from an update")
    func uninstallation() throws {
        let phone = SimulatedPhone(.iPhone())
        let first = phone.launch(Self.app).apple
        try first.backedUpContainer.replaceFile("marker", with: [2])
        #expect(first.secItem.add(Self.item) == 0)
        phone.send(.uninstall(Self.app))
        let again = phone.launch(Self.app).apple
        #expect(try again.backedUpContainer.readFile("marker") == nil)
        #expect(again.secItem.copyMatching(Self.query).status == 0)
    }

    @Test("Two processes of one app write through one keychain")
    func processes() {
        let phone = SimulatedPhone(.iPhone())
        let first = phone.launch(Self.app).apple.secItem
        let second = phone.launch(Self.app).apple.secItem
        #expect(first.add(Self.item) == 0)
        #expect(second.add(Self.item) == -25299)
        #expect(second.delete(["class": .text("genp")]) == 0)
        #expect(first.copyMatching(Self.query).status == -25300)
    }

    @Test("The clock of the phone is the one that people can set")
    func clock() {
        let phone = SimulatedPhone(.iPhone())
        let clock = phone.launch(Self.app).apple.clock
        let before = clock.now
        phone.send(.clockSet(-3600))
        #expect(clock.now.seconds == before.seconds - 3600)
    }

    @Test(
        "A prompt that the person answers by locking the phone is in the trace before the call's answer"
    )
    func lockInPrompt() async {
        let phone = SimulatedPhone(.iPhone())
        let process = phone.launch(Self.app)
        phone.send(.foreground(Self.app))
        let context = process.apple.device.makeContext()
        phone.answerNextPrompts(.locksPhone)
        #expect(await context.evaluate(.biometrics) == -4)
        let lines = phone.trace.suffix(2).map(\.description)
        #expect(lines.first?.contains("evaluatePolicy biometrics → systemCancel (-4)") == true)
        #expect(lines.last == "event: the screen locks")
    }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
    private let calls = Locked(0)

    var value: Int { calls.withLock { $0 } }

    func count() {
        calls.withLock { $0 += 1 }
    }
}
