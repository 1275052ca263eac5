import CrashSupport
import HoldfastLab
import Testing

/// The phone stores of this package in every ready scenario.
@Suite("Phone stores under faults")
struct PhoneStoreTests {
    @Test(
        "P1 to P6: no single fault makes a phone store lose anything",
        arguments: Scenario.ready, PhoneSystem.allCases)
    func singles(scenario: Scenario, system: PhoneSystem) async throws {
        guard scenario.systems.contains(system) else { return }
        let result = try await Explorer(depth: .singles).explore(
            scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)")
        #expect(!result.coverage.isSampled)
        #expect(result.coverage.failureCount > 20)
    }

    @Test(
        "P1 to P6: no pair of faults makes a phone store lose anything",
        arguments: Scenario.ready, PhoneSystem.allCases)
    func pairs(scenario: Scenario, system: PhoneSystem) async throws {
        guard scenario.systems.contains(system) else { return }
        // All of them in full rounds; else those that the run's seed chooses.
        let count = Rounds.count(short: 800, full: 1_000_000)
        let result = try await Explorer(maximumScheduleCount: count, seed: Rounds.seed).explore(
            scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)\n\(Rounds.note)")
        #expect(result.coverage.pairs.explored > 0)
        #expect(!Rounds.isFull || !result.coverage.isSampled, "\(result)")
        if Rounds.isFull { print("\(scenario) on \(system): \(result.coverage.lines[3])") }
    }

    @Test("Without faults every scenario is played to its end and keeps every promise")
    func undisturbed() async throws {
        for scenario in Scenario.ready {
            for system in PhoneSystem.allCases where scenario.systems.contains(system) {
                let outcome = try await scenario.play(
                    on: system.profile, with: .good(on: system))
                #expect(outcome.violations.isEmpty, "\(scenario) on \(system)")
                #expect(outcome.bodyTrace.contains { $0.callNumber > 0 })
            }
        }
    }
}
