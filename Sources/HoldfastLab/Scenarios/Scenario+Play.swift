extension Scenario {
    /// What one play of a scenario gave.
    public struct Outcome: Sendable {
        /// What happened in the set-up.
        public let setUpTrace: [TraceEntry]
        /// What happened in the body.
        public let bodyTrace: [TraceEntry]
        /// What was broken; empty if every invariant holds.
        public let violations: [Violation]
    }

    /// Plays the scenario once.
    ///
    /// - Parameters:
    ///   - profile: the phone it happens on.
    ///   - store: the store that the app uses.
    ///   - plan: what is made to fail in the body.
    ///   - seed: every choice of the simulation comes from it.
    /// - Returns: what happened, line by line, and what was broken.
    /// - Throws: ``ScenarioFailure`` if the scenario cannot be played there, its set-up fails, or
    ///   its body throws although nothing is made to fail.
    public func play(
        on profile: PhoneProfile, with store: LabStore, under plan: FaultPlan = .none,
        seed: UInt64 = 1
    ) async throws(ScenarioFailure) -> Outcome {
        let player = try await ScenarioPlayer(self, on: profile, with: store, seed: seed)
        let play = await player.play(plan)
        if plan == .none { try play.requireEnd(of: self) }
        return Outcome(
            setUpTrace: player.setUpTrace, bodyTrace: play.trace, violations: play.violations)
    }
}

extension Play {
    /// Throws if the body threw, which without a fault is the scenario's own mistake.
    func requireEnd(of scenario: Scenario) throws(ScenarioFailure) {
        guard let bodyError else { return }
        throw ScenarioFailure("\(scenario) fails although nothing is made to fail: \(bodyError)")
    }
}
