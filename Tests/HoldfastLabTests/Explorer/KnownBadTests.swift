import HoldfastLab
import Testing

/// What each known-bad store loses, on both phones, and how it is told.
@Suite("Known-bad stores")
struct KnownBadTests {
    @Test("P2: delete-then-add loses a token on a phone that locks")
    func deleteThenAdd() async throws {
        let result = try await Explorer().explore(.updateFails, on: .iPhone(), with: .deleteThenAdd)
        let found = try #require(result.findings.first)
        #expect(found.violation.promise == .oldOrNew)
        #expect(found.violation.lostValue == "token 1")
        #expect(found.plan.faults.count == 1)
        #expect(
            found.story == [
                "“token 1” is stored under “token”.",
                "The app writes “token 2” to “token”.",
                "Just before SecItemUpdate: the screen locks. SecItemUpdate answers"
                    + " errSecInteractionNotAllowed (-25308).",
                "SecItemDelete answers 0.",
                "SecItemAdd answers errSecInteractionNotAllowed (-25308)."
                    + " The app is told: INTERACTION_NOT_ALLOWED (NSOSStatusErrorDomain -25308).",
                "“token 1” is lost: “token” holds nothing at all.",
            ])
    }

    @Test(
        "P3: an error told as absence costs the state, on both phones",
        arguments: PhoneSystem.allCases)
    func errorToNil(system: PhoneSystem) async throws {
        let store = LabStore.errorToNil(over: .good(on: system))
        let result = try await Explorer(depth: .singles).explore(
            .startsEmpty, on: system.profile, with: store)
        let found = try #require(
            result.findings.first { $0.violation.promise == .noBlindOverwrite })
        #expect(found.violation.lostValue == "state 1")
        try expectReadable(found, naming: system == .iOS ? "(-25308)" : "EIO (5)")
        #expect(found.story.contains { $0.contains("The app is told: there is none.") })
        #expect(result.findings.contains { $0.violation.promise == .unreadableIsNotMissing })
    }

    @Test(
        "P5: a write acknowledged before it is done is lost, on both phones",
        arguments: PhoneSystem.allCases)
    func fireAndForget(system: PhoneSystem) async throws {
        let store = LabStore.fireAndForget(over: .good(on: system))
        let result = try await Explorer(depth: .singles).explore(
            .updateFails, on: system.profile, with: store)
        let found = try #require(
            result.findings.first { $0.violation.promise == .doneMeansDurable })
        #expect(found.violation.lostValue == "token 2")
        try expectReadable(found, naming: nil)
        #expect(found.story.contains { $0.contains("The app is told: stored.") })
    }

    @Test("The shortest schedule does not depend on how many were played")
    func shortest() async throws {
        let few = try await Explorer(depth: .singles).explore(
            .updateFails, on: .iPhone(), with: .deleteThenAdd)
        let many = try await Explorer(depth: .pairs, seed: 9).explore(
            .updateFails, on: .iPhone(), with: .deleteThenAdd)
        #expect(few.findings.first?.story == many.findings.first?.story)
    }

    /// A story has at most six steps, begins with what was stored and ends with what is lost.
    private func expectReadable(
        _ found: Exploration.Finding, naming code: String?
    ) throws {
        #expect((3...6).contains(found.story.count), "\(found.lines)")
        let first = try #require(found.story.first)
        #expect(first.contains("is stored under"))
        let lost = try #require(found.violation.lostValue)
        #expect(found.story.last?.contains(lost) == true)
        if let code {
            #expect(found.story.contains { $0.contains(code) }, "\(found.lines)")
        }
    }
}
