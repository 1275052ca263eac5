import HoldfastCore
import Testing

@testable import HoldfastLab

/// A story names what caused the loss, and nobody is blamed for what the phone took by its rules.
@Suite("Stories")
struct StoryTests {
    @Test(
        "P1: what a removed passcode takes is no loss of the store, and the story has the removal")
    func removedPasscode() async throws {
        let result = try await singles(.pinChange, .iOS, .deleteThenAdd)
        let promises = result.findings.map(\.violation.promise)
        #expect(promises == [.unreadableIsNotMissing], "\(result)")
        let found = try #require(result.findings.first)
        #expect(found.violation.lostValue == nil)
        #expect(found.story.contains { $0.contains("he passcode is removed") }, "\(result)")
        #expect(found.story.contains { $0.contains("The app is told: there is none.") })
    }

    @Test("P1: an enrolled finger is in the story of what it took", arguments: PhoneSystem.allCases)
    func enrolledFinger(system: PhoneSystem) async throws {
        let store = LabStore.errorToNil(over: .good(on: system))
        let result = try await singles(.newFingerprint, system, store)
        let found = result.findings.filter { $0.violation.item == "identity" }
        #expect(found.map(\.violation.promise) == [.unreadableIsNotMissing], "\(result)")
        #expect(found.allSatisfy { $0.violation.lostValue == nil })
        #expect(found.allSatisfy { $0.story.contains("A finger is enrolled.") }, "\(result)")
    }

    @Test("P5: a set-up whose write never landed is not told as if it had")
    func lostInSetUp() async throws {
        let store = LabStore.fireAndForget(over: .good(on: .android))
        let result = try await singles(.newFingerprint, .android, store)
        #expect(result.findings.map(\.violation.promise) == [.doneMeansDurable], "\(result)")
        let found = try #require(result.findings.first)
        #expect(
            found.story.first
                == "The app was told that “identity 1” is stored under “identity”, and it never was."
        )
    }

    @Test("P5: a write that makes no writing call is told as such")
    func writesNothing() async throws {
        let identity = Scenario(
            "bound", story: "An app registers an identity that is bound to the fingers.",
            setUp: { run in try await ChatApp(run).save(state: "state 1") },
            body: { run in
                await Scenario.leavingErrors(to: run) {
                    try await ChatApp(run).start(
                        orRegister: "identity 1",
                        protection: ItemProtection(
                            accessibility: .afterFirstUnlockThisDeviceOnly,
                            accessControl: .biometryCurrentSet))
                }
            })
        let store = LabStore.fireAndForget(over: .good(on: .android))
        let result = try await singles(identity, .android, store)
        let found = try #require(
            result.findings.first { $0.violation.promise == .doneMeansDurable })
        #expect(
            found.story.contains { $0.contains("None of its calls writes anything.") }, "\(result)")
    }

    @Test("P3: a blind overwrite has the answer that led to it", arguments: PhoneSystem.allCases)
    func blindOverwrite(system: PhoneSystem) async throws {
        let store = LabStore.errorToNil(over: .good(on: system))
        let result = try await singles(.startsEmpty, system, store)
        let found = try #require(
            result.findings.first { $0.violation.promise == .noBlindOverwrite })
        #expect(found.story.dropLast().contains { $0.contains("there is none") }, "\(result)")
    }

    @Test("A story of a known-bad store has at most six steps", arguments: PhoneSystem.allCases)
    func length(system: PhoneSystem) async throws {
        for store in LabStore.ready(on: system) {
            for scenario in Scenario.ready where scenario.systems.contains(system) {
                let result = try await singles(scenario, system, store)
                for found in result.findings {
                    #expect((2...6).contains(found.story.count), "\(result)")
                    #expect(found.story.allSatisfy { $0.count < 700 }, "\(result)")
                }
            }
        }
    }

    private func singles(
        _ scenario: Scenario, _ system: PhoneSystem, _ store: LabStore
    ) async throws -> Exploration {
        try await Explorer(depth: .singles).explore(scenario, on: system.profile, with: store)
    }
}
