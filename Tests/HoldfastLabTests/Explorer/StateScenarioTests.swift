import HoldfastLab
import Testing

/// What happens to an app's state when a start, a save or a wake-up is struck.
@Suite("State under faults")
struct StateScenarioTests {
    @Test(
        "P3: an app that starts empty when it cannot load is found, and the story names the loss",
        arguments: PhoneSystem.allCases)
    func naive(system: PhoneSystem) async throws {
        let result = try await Explorer(depth: .singles).explore(
            .naiveState, on: system.profile, with: .good(on: system))
        let found = try #require(
            result.findings.first { $0.violation.promise == .noBlindOverwrite })
        #expect(found.violation.lostValue == "state 1")
        #expect(found.plan.faults.count == 1)
        #expect((3...6).contains(found.story.count), "\(found.lines)")
        #expect(found.story.first == "“state 1” is stored under “state”.")
        #expect(
            found.story.last
                == "“state 1” is lost: the app could not read “state” and wrote “state 2” over it.")
    }

    @Test(
        "P5: an app that takes a failed write for done is found", arguments: PhoneSystem.allCases)
    func believes(system: PhoneSystem) async throws {
        let result = try await Explorer(depth: .singles).explore(
            .naiveState, on: system.profile, with: .good(on: system))
        let found = try #require(
            result.findings.first { $0.violation.promise == .doneMeansDurable })
        #expect(found.story.last?.contains("The app believes that") == true, "\(found.lines)")
    }

    @Test(
        "P4: before the first unlock a persistor writes nothing, and it resumes after it",
        arguments: PhoneSystem.allCases)
    func resumes(system: PhoneSystem) async throws {
        let outcome = try await Scenario.resumesState.play(
            on: system.profile, with: .good(on: system))
        #expect(outcome.violations.isEmpty)
        let notes = outcome.bodyTrace.map(\.description)
        let writes = notes.filter { $0.contains("the app writes") }
        #expect(writes.count == 1 && writes[0].contains("“state 4”"), "\(writes)")
        // Android does not start the app before the first unlock; iOS does, and it suspends.
        #expect(notes.contains { $0.contains("INTERACTION_NOT_ALLOWED") } == (system == .iOS))
    }

    @Test(
        "P3: the gate costs one read a write on an iPhone and none on an Android phone",
        arguments: PhoneSystem.allCases)
    func callCounts(system: PhoneSystem) async throws {
        let outcome = try await Scenario.keepsState.play(
            on: system.profile, with: .good(on: system))
        let calls = outcome.bodyTrace.map(\.description).compactMap { note in
            note.contains("the app reads") ? "r" : note.contains("the app writes") ? "w" : nil
        }
        // Two starts, each with its load; two saves, a death, and one save.
        #expect(calls.joined() == (system == .iOS ? "rrwrwrrw" : "rwwrw"))
    }

    @Test("The stories of known-bad apps have names of their own and are not among the good ones")
    func names() {
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
        #expect(!Scenario.ready.map(\.name).contains("naive-state"))
        #expect(Scenario.all.map(\.name).contains("naive-state"))
    }
}
