import CrashSupport
import Testing

@testable import HoldfastLab

/// Schedules that are merged come to what playing them in whole comes to.
@Suite("Merged schedules")
struct MergingTests {
    private struct Case: Sendable, CustomStringConvertible {
        let scenario: Scenario
        let store: LabStore
        let system: PhoneSystem
        var depth = Explorer.Depth.pairs
        var count = 1_000_000

        var description: String { "\(scenario) on \(system) with \(store), \(count)" }
    }

    /// All pairs of small stories, a sample of large ones, and stores that break promises.
    private static let cases: [Case] =
        PhoneSystem.allCases.flatMap { system in
            let good = LabStore.good(on: system)
            let bad = LabStore.errorToNil(over: good)
            let sample = Rounds.count(short: 700, full: 20_000)
            return [
                Case(scenario: .backgroundSync, store: good, system: system, count: sample),
                Case(scenario: .startsEmpty, store: bad, system: system, count: sample),
                Case(scenario: .pinChange, store: good, system: system, count: sample),
                Case(scenario: .newFingerprint, store: bad, system: system, count: sample),
                Case(scenario: .restore, store: good, system: system, count: sample),
                Case(scenario: .keepsState, store: good, system: system, count: sample),
                Case(scenario: .naiveState, store: bad, system: system, count: sample),
                Case(scenario: .identityOvernightPush, store: good, system: system, count: sample),
                Case(scenario: .identityServerLost, store: good, system: system, count: sample / 4),
                Case(scenario: .identityRemoved, store: good, system: system, count: sample / 4),
                Case(scenario: .identityBegin, store: good, system: system, count: sample / 4),
                Case(scenario: .naiveIdentity, store: good, system: system, count: sample / 4),
                Case(
                    scenario: .updateFails, store: .fireAndForget(over: good), system: system,
                    count: sample),
            ]
        } + [
            Case(scenario: .updateFails, store: .appleKeychain, system: .iOS),
            Case(scenario: .updateFails, store: .deleteThenAdd, system: .iOS),
            Case(scenario: .startsEmpty, store: .container, system: .android),
        ]

    @Test("Every schedule breaks the same promises, merged or played in whole", arguments: cases)
    private func verdicts(_ item: Case) async throws {
        let whole = try await search(item, isMerging: false)
        let merged = try await search(item, isMerging: true)
        let differences = Self.words(merged.failures).difference(from: Self.words(whole.failures))
        let first = differences.first.map { "\($0)" } ?? ""
        #expect(first.isEmpty)
        // A small sample may have no two that come to the same.
        #expect(merged.coverage.mergedCount > 0 || merged.coverage.isSampled)
        #expect(whole.coverage.mergedCount == 0)
        var coverage = merged.coverage
        coverage.mergedCount = 0
        #expect(coverage == whole.coverage)
    }

    @Test("P12: what is merged does not depend on how many cores there are")
    func deterministic() async throws {
        let item = Case(
            scenario: .keepsState, store: .appleKeychain, system: .iOS, count: 1_500)
        async let first = search(item, isMerging: true)
        async let second = search(item, isMerging: true)
        let coverages = try await [first.coverage, second.coverage]
        #expect(coverages[0] == coverages[1])
    }

    @Test("A story with an invariant that may look at the way to an end is played in whole")
    func ownInvariant() async throws {
        let own = Invariant("no call is made twice") { aftermath in
            aftermath.entries.isEmpty ? [Violation(item: "token", "nothing happened")] : []
        }
        let scenario = Scenario(
            "own", story: "A token is renewed.", invariants: Invariant.stock + [own],
            setUp: { try await ChatApp($0).save(token: "token 1") },
            body: { run in
                await Scenario.leavingErrors(to: run) {
                    try await ChatApp(run).save(token: "token 2")
                }
            })
        let item = Case(scenario: scenario, store: .appleKeychain, system: .iOS)
        #expect(try await search(item, isMerging: true).coverage.mergedCount == 0)
    }

    private func search(_ item: Case, isMerging: Bool) async throws -> ScheduleSearch {
        var explorer = Explorer(
            depth: item.depth, maximumScheduleCount: item.count, seed: Rounds.seed)
        explorer.isMerging = isMerging
        let player = try await ScenarioPlayer(
            item.scenario, on: item.system.profile, with: item.store, seed: explorer.seed)
        var search = ScheduleSearch(
            explorer: explorer,
            player: MergingPlayer(player, events: explorer.events, isMerging: isMerging),
            progress: nil)
        await search.run(from: await player.play(.none))
        return search
    }

    /// The schedules that broke something, with what they broke, a line each.
    private static func words(
        _ failures: [(plan: FaultPlan, violations: [Violation])]
    ) -> [String] {
        failures.map { failure in
            let faults = failure.plan.faults.map { "\($0.callNumber) \($0.kind)" }
            return "\(faults): \(failure.violations.map(\.description))"
        }
    }
}
