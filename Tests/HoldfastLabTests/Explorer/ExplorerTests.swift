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

    @Test("P2: nothing is found in a right store", arguments: stories, PhoneSystem.allCases)
    func findsNothing(scenario: Scenario, system: PhoneSystem) async throws {
        let result = try await Explorer().explore(scenario, on: system.profile, with: .container)
        #expect(result.findings.isEmpty, "\(result)")
        #expect(result.coverage.singles.all > 10)
        #expect(result.coverage.pairs.explored == result.coverage.pairs.all)
    }

    @Test("P12: the same seed gives the same result, also side by side")
    func deterministic() async throws {
        let explorer = Explorer(maximumScheduleCount: 300, seed: 3)
        async let first = explorer.explore(.startsEmpty, on: .iPhone(), with: Self.bad)
        async let second = explorer.explore(.startsEmpty, on: .iPhone(), with: Self.bad)
        let results = try await [first, second]
        #expect(results[0] == results[1])
        #expect(results[0].description == results[1].description)
        #expect(!results[0].findings.isEmpty)
    }

    @Test("Every call meets every fault there is, on both sides of its effect")
    func coverage() async throws {
        let events: [PhoneEvent] = [.lock, .reboot, .timePasses(60)]
        let result = try await Explorer(depth: .singles, events: events).explore(
            .updateFails, on: .iPhone(), with: .container)
        let calls = result.coverage.calls
        #expect(calls.map(\.name) == ["file.read", "file.replace"])
        #expect(calls.map(\.count) == [2, 1])
        #expect(calls.map(\.failures.count) == [1, 2])
        #expect(result.coverage.failureCount == 2 * (2 * 1 + 1 * 2))
        #expect(result.coverage.deathCount == 2 * 3)
        #expect(result.coverage.eventCount == 3 * events.count)
        #expect(result.coverage.singles.all == 8 + 6 + 9)
        #expect(result.coverage.playCount == 1 + 23)
        #expect(result.coverage.pairs.all == 0)
    }

    @Test("Above the bound the seed chooses, and the result says so")
    func bound() async throws {
        let results = try await [1, 2, 1].asyncMap { seed in
            try await Explorer(maximumScheduleCount: 100, seed: seed).explore(
                .startsEmpty, on: .iPhone(), with: Self.bad)
        }
        for result in results {
            #expect(result.coverage.isSampled)
            #expect(result.coverage.playCount == 100)
            #expect(result.description.contains("chosen by the seed"))
        }
        #expect(results[0] == results[2])
        #expect(results[0].coverage.failingPlayCount != 0)
    }

    @Test("The bound counts every play, and says of pairs only what is known")
    func smallBounds() async throws {
        let all = try await Explorer().explore(.updateFails, on: .iPhone(), with: .container)
        #expect(!all.coverage.pairs.isLowerBound && !all.coverage.isSampled)
        for bound in [1, 2, 10, all.coverage.singles.all, all.coverage.singles.all + 1] {
            let coverage = try await Explorer(maximumScheduleCount: bound).explore(
                .updateFails, on: .iPhone(), with: .container
            ).coverage
            #expect(coverage.playCount == bound)
            #expect(coverage.singles.explored == bound - 1)
            let knowsAll = bound > all.coverage.singles.all
            #expect(coverage.pairs.isLowerBound == !knowsAll)
            #expect(coverage.pairs.all <= all.coverage.pairs.all)
            #expect((coverage.pairs.all == all.coverage.pairs.all) == knowsAll)
            let words = knowsAll ? "played 0 of \(all.coverage.pairs.all)," : "played 0 of at least"
            #expect(coverage.lines.contains { $0.contains("pairs of faults: " + words) })
        }
        let singles = try await Explorer(depth: .singles).explore(
            .updateFails, on: .iPhone(), with: .container)
        #expect(!singles.coverage.isSampled)
        #expect(singles.coverage.lines.contains("pairs of faults: not asked for"))
    }

    @Test("A store that never reaches the phone is an error and no clean result")
    func unreachedPhone() async throws {
        let store = LabStore("memory", summary: "keeps items in memory") { _ in MemoryStore() }
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await Explorer(depth: .singles).explore(.updateFails, on: .iPhone(), with: store)
        }
        #expect(failure?.description.contains("nothing can be made to fail") == true)
    }

    @Test("Progress is told and ends with all of it")
    func progress() async throws {
        let told = Locked<[Int]>([])
        let result = try await Explorer(depth: .singles).explore(
            .updateFails, on: .iPhone(), with: .container
        ) { done, all in
            told.withLock { $0.append(done) }
            #expect(done <= all)
        }
        #expect(told.withLock { $0.last } == result.coverage.singles.all)
    }

    @Test("What cannot be played is an error and not a clean result")
    func failures() async throws {
        let failing = Scenario("failing", story: "") { _ in
        } body: { _ in
            throw KeychainError(.unknown, "the body gives up")
        }
        await #expect(throws: ScenarioFailure.self) {
            try await Explorer().explore(failing, on: .iPhone(), with: .container)
        }
        await #expect(throws: ScenarioFailure.self) {
            try await Explorer().explore(
                .updateFails, on: .androidPhone(), with: .deleteThenAdd)
        }
    }

    private static let bad = LabStore.errorToNil(over: .container)
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<R>(_ body: (Element) async throws -> R) async throws -> [R] {
        var results: [R] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
