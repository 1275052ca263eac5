/// Makes the schedules that broke a promise as short as they get, one for each promise.
struct Shrinker: Sendable {
    let player: ScenarioPlayer

    /// The shortest schedule for each promise that was broken.
    func findings(
        of failures: [(plan: FaultPlan, violations: [Violation])]
    ) async -> [Exploration.Finding] {
        var findings: [Exploration.Finding] = []
        for promise in Violation.Promise.allCases {
            let plans = failures.filter { $0.violations.contains { $0.promise == promise } }
                .map(\.plan)
            guard let first = plans.min(by: { $0.cost < $1.cost }) else { continue }
            let play = await shortest(await player.play(first), breaking: promise)
            guard let violation = play.violation(of: promise) else { continue }
            findings.append(
                Exploration.Finding(
                    violation: violation, plan: play.plan,
                    story: Story(of: violation, in: play).steps, playCount: plans.count))
        }
        return findings.filter { $0.violation.lostValue != nil }
            + findings.filter { $0.violation.lostValue == nil }
    }

    /// Repeats the first change that makes it shorter and still breaks the promise.
    private func shortest(
        _ play: Play, breaking promise: Violation.Promise
    ) async -> Play {
        var play = play
        var budget = Self.maximumPlayCount
        search: while true {
            for candidate in candidates(of: play) {
                guard budget > 0 else { return play }
                budget -= 1
                let shorter = await player.play(candidate.plan, skipping: candidate.skippedSteps)
                if shorter.violation(of: promise) != nil {
                    play = shorter
                    continue search
                }
            }
            return play
        }
    }

    private static let maximumPlayCount = 2_000

    private struct Candidate {
        let plan: FaultPlan
        let skippedSteps: Set<Int>
    }

    /// Everything that is one change shorter: a fault less, a step less, a simpler or earlier fault.
    private func candidates(of play: Play) -> [Candidate] {
        let faults = play.plan.faults
        var candidates: [Candidate] = faults.indices.map { index in
            var fewer = faults
            fewer.remove(at: index)
            return Candidate(plan: FaultPlan(fewer), skippedSteps: play.skippedSteps)
        }
        for step in play.optionalSteps.indices where !play.skippedSteps.contains(step + 1) {
            candidates.append(
                Candidate(plan: play.plan, skippedSteps: play.skippedSteps.union([step + 1])))
        }
        for index in faults.indices {
            for fault in simpler(than: faults[index], in: play) {
                var others = faults
                others[index] = fault
                candidates.append(
                    Candidate(plan: FaultPlan(others), skippedSteps: play.skippedSteps))
            }
        }
        return candidates
    }

    /// Faults that say less, cheapest first: at an earlier call, or of a simpler kind.
    private func simpler(than fault: Fault, in play: Play) -> [Fault] {
        let faults = play.calls.flatMap { number, call in
            var kinds: [Fault.Kind] = call.failures.map { .failure($0, .beforeEffect) }
            kinds += [.death(.beforeEffect), .death(.afterEffect)]
            if case .event = fault.kind { kinds.append(fault.kind) }
            return kinds.map { Fault(callNumber: number, $0) }
        }
        return faults.filter { $0.cost < fault.cost && $0.callNumber <= fault.callNumber }
            .sorted { $0.cost < $1.cost }
    }
}

extension Play {
    /// The worst violation of a promise: one that loses a value, if there is one.
    func violation(of promise: Violation.Promise) -> Violation? {
        let broken = violations.filter { $0.promise == promise }
        return broken.first { $0.lostValue != nil } ?? broken.first
    }
}

extension FaultPlan {
    /// How much there is to tell: the number of faults, then how odd each is, then how late.
    fileprivate var cost: Int {
        faults.reduce(0) { $0 + 1_000_000 + $1.cost }
    }
}

extension Fault {
    fileprivate var cost: Int {
        kind.oddity * 10_000 + min(callNumber, 9_999)
    }
}

extension Fault.Kind {
    /// What people believe happens comes first, what needs an explanation last.
    fileprivate var oddity: Int {
        switch self {
        case .event(.lock): 0
        case .failure(_, .beforeEffect): 1
        case .death(.beforeEffect): 2
        case .death(.afterEffect): 3
        case .event: 4
        case .failure(_, .afterEffect): 5
        }
    }
}
