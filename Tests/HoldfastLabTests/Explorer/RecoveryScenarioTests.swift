import CrashSupport
import HoldfastLab
import Testing

/// What happens to a person with twelve words when a restore or a new key is struck.
@Suite("Recovery under faults")
struct RecoveryScenarioTests {
    @Test("Without faults every story of twelve words comes to its end and keeps every promise")
    func undisturbed() async throws {
        for scenario in Scenario.recovery {
            for system in PhoneSystem.allCases {
                let outcome = try await scenario.play(on: system.profile, with: .good(on: system))
                #expect(
                    outcome.violations.isEmpty, "\(scenario) on \(system): \(outcome.violations)")
                #expect(!outcome.bodyTrace.isEmpty)
            }
        }
    }

    @Test(
        "P2: no single fault or death costs a message, a place or a key",
        arguments: Scenario.recovery, PhoneSystem.allCases)
    func singles(scenario: Scenario, system: PhoneSystem) async throws {
        // All of them in full rounds; else those that the run's seed chooses.
        let count = Rounds.count(short: 250, full: 1_000_000)
        let result = try await Explorer(
            depth: .singles, maximumScheduleCount: count, seed: Rounds.seed
        ).explore(scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)\n\(Rounds.note)")
        #expect(result.coverage.playCount > 200)
    }

    @Test(
        "P2: no pair of faults does either", .enabled(if: Rounds.isFull),
        arguments: Scenario.recovery, PhoneSystem.allCases)
    func pairs(scenario: Scenario, system: PhoneSystem) async throws {
        // The thousands of single faults come first; the rest is a sample of the pairs.
        let result = try await Explorer(
            maximumScheduleCount: Rounds.count(short: 10_000, full: 50_000), seed: Rounds.seed
        ).explore(scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)\n\(Rounds.note)")
        #expect(result.coverage.pairs.explored > 0)
    }

    @Test(
        "P2: an app that makes room before it restores is found", arguments: PhoneSystem.allCases)
    func naive(system: PhoneSystem) async throws {
        let calm = try await Scenario.naiveRestore.play(
            on: system.profile, with: .good(on: system))
        #expect(calm.violations.isEmpty)
        let result = try await Explorer(
            depth: .singles,
            maximumScheduleCount: Rounds.count(short: 400, full: 1_000_000), seed: Rounds.seed
        ).explore(
            .naiveRestore, on: system.profile, with: .good(on: system))
        let found = try #require(
            result.findings.first { $0.violation.promise == .ownInvariant })
        #expect(found.violation.lostValue == "message of the new phone")
    }
}
