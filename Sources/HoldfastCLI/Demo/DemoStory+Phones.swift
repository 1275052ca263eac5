import HoldfastCore
import HoldfastLab

extension DemoStory {
    /// Stories of phones, which this machine has only in memory; `holdfast lab run` tells each.
    private static let stories: [(scenario: Scenario, system: PhoneSystem)] = [
        (.identityOvernightPush, .iOS), (.identityOvernightPush, .android),
        (.identityReinstall, .iOS), (.identityReinstallReuse, .iOS),
        (.identityNewFingerprint, .iOS), (.identityNewFingerprint, .android),
    ]

    /// Plays them: background sync before the first unlock, reinstallations, a new fingerprint.
    func phones() async throws(Failure) {
        try heading("P7", "the same on simulated phones: a device stays who it is")
        for (scenario, system) in Self.stories {
            let violations = try await violations(of: scenario, on: system)
            try check(
                "\(scenario.name), \(system.rawValue)",
                violations == 0 ? "nothing was lost" : "\(violations) promises were broken",
                violations == 0)
        }
        try elsewhere(
            "the app makes a new key at the first unreadable start, and every contact warns")
    }

    private func violations(
        of scenario: Scenario, on system: PhoneSystem
    ) async throws(Failure) -> Int {
        do {
            let store: LabStore = system == .iOS ? .appleKeychain : .androidVault
            return try await scenario.play(on: system.profile, with: store).violations.count
        } catch {
            throw Failure(error)
        }
    }
}
