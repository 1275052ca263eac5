import HoldfastLab
import Testing

/// The phone stores of this package in every ready scenario.
@Suite("Phone stores under faults")
struct PhoneStoreTests {
    @Test(
        "P1 to P6: no fault and no pair of faults makes a phone store lose anything",
        arguments: Scenario.ready, PhoneSystem.allCases)
    func losesNothing(scenario: Scenario, system: PhoneSystem) async throws {
        guard scenario.systems.contains(system) else { return }
        let result = try await Explorer(depth: .singles).explore(
            scenario, on: system.profile, with: .good(on: system))
        #expect(result.findings.isEmpty, "\(result)")
        #expect(!result.coverage.isSampled)
    }
}
