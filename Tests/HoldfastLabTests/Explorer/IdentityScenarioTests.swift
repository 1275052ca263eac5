import CrashSupport
import HoldfastLab
import Testing

/// What happens to a device's identity when a start, a registration or a wake-up is struck.
@Suite("Identity under faults")
struct IdentityScenarioTests {
    @Test("Without faults every story of an identity is played to its end and keeps every promise")
    func undisturbed() async throws {
        for scenario in Scenario.identity {
            for system in PhoneSystem.allCases where scenario.systems.contains(system) {
                let outcome = try await scenario.play(on: system.profile, with: .good(on: system))
                #expect(outcome.violations.isEmpty, "\(scenario) on \(system)")
            }
        }
    }

    @Test(
        "P7: no single fault makes two identities, loses one, or makes one without an answer",
        arguments: Scenario.identity, PhoneSystem.allCases)
    func singles(scenario: Scenario, system: PhoneSystem) async throws {
        guard scenario.systems.contains(system) else { return }
        // All of them in full rounds; else those that the run's seed chooses.
        let count = Rounds.count(short: 250, full: 1_000_000)
        let result = try await Explorer(
            depth: .singles, maximumScheduleCount: count, seed: Rounds.seed
        ).explore(scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)\n\(Rounds.note)")
        #expect(result.coverage.playCount > 200)
    }

    @Test(
        "P7: no pair of faults does either",
        arguments: Rounds.isFull
            ? Scenario.identity : [Scenario.identityOvernightPush, .identityReinstallReuse],
        PhoneSystem.allCases)
    func pairs(scenario: Scenario, system: PhoneSystem) async throws {
        guard scenario.systems.contains(system) else { return }
        // Stories with hundreds of thousands of pairs are played whole in complete rounds alone.
        let isWhole = Rounds.isComplete || (Rounds.isFull && Self.short.contains(scenario.name))
        let full = isWhole ? 1_000_000_000 : 50_000
        let result = try await Explorer(
            maximumScheduleCount: Rounds.count(short: 900, full: full), seed: Rounds.seed
        ).explore(scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)\n\(Rounds.note)")
        let pairs = result.coverage.pairs
        #expect(pairs.explored > 0)
        #expect(!isWhole || (pairs.explored == pairs.all && !pairs.isLowerBound))
        // A small sample may have no two that come to the same.
        #expect(result.coverage.mergedCount > 0 || !isWhole)
    }

    /// The stories in which no key is made or removed: 20,000 to 160,000 pairs on a phone.
    private static let short: Set = [
        "identity-overnight-push", "identity-reinstall-reuse", "identity-new-fingerprint",
        "identity-pin-removed", "identity-server-lost",
    ]

    @Test(
        "P7: an app that makes a new identity when it cannot read is found",
        arguments: PhoneSystem.allCases)
    func naive(system: PhoneSystem) async throws {
        let result = try await Explorer(depth: .singles).explore(
            .naiveIdentity, on: system.profile, with: .good(on: system))
        let found = try #require(
            result.findings.first { $0.violation.promise == .ownInvariant })
        #expect(found.violation.lostValue == "the first identity")
        #expect(found.story.last?.contains("A second identity was made") == true)
    }
}
