import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastLab

/// The explorer on stores whose faults, or none, are known.
@Suite("Explorer")
struct ExplorerTests {
    private static let stories: [Scenario] = [
        .backgroundSync, .startsEmpty, .updateFails, .pinChange,
    ]

    @Test(
        "P2: nothing is found in a right store", arguments: stories, PhoneSystem.allCases)
    func findsNothing(scenario: Scenario, system: PhoneSystem) async throws {
        let result = try await Explorer().explore(scenario, on: system.profile, with: .container)
        #expect(result.findings.isEmpty, "\(result)")
        #expect(result.coverage.singles.all > 10)
        #expect(result.coverage.pairs.explored == result.coverage.pairs.all)
    }

    @Test("P1: an error told as absence costs the identity, and the story says so")
    func errorToNil() async throws {
        let store = LabStore.errorToNil(over: .container)
        let result = try await Explorer().explore(.startsEmpty, on: .iPhone(), with: store)
        let overwritten = try #require(
            result.findings.first { $0.violation.promise == .noBlindOverwrite })
        #expect(overwritten.violation.lostValue == "state 1")
        #expect(overwritten.story.count <= 6)
    }

    @Test("P5: a write acknowledged before it is done is lost, and the story says so")
    func fireAndForget() async throws {
        let store = LabStore.fireAndForget(over: .container)
        let result = try await Explorer().explore(.updateFails, on: .iPhone(), with: store)
        let lost = try #require(
            result.findings.first { $0.violation.promise == .doneMeansDurable })
        #expect(lost.violation.lostValue == "token 2")
        #expect(lost.story.count <= 6)
    }
}

extension ExplorerTests {
    @Test("P2: delete-then-add loses a token on a phone that locks, and the story says so")
    func deleteThenAdd() async throws {
        let result = try await Explorer().explore(
            .updateFails, on: .iPhone(), with: .deleteThenAdd)
        let lost = try #require(result.findings.first { $0.violation.promise == .oldOrNew })
        #expect(lost.violation.lostValue == "token 1")
        #expect(lost.story.count <= 6)
    }
}
