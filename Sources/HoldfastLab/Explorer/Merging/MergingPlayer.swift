import HoldfastCrypto

/// Decides schedules life by life, and plays no life twice from equal standstills under equal
/// faults.
///
/// A schedule is played from the standstill before the life that its last fault strikes; where an
/// equal one was reached before, and its life played under the same fault, the schedule is merged:
/// nothing is played. What must hold is checked once for equal ends. ``Standstill`` says why the
/// result is that of whole plays.
final class MergingPlayer: Sendable {
    /// What a schedule gave.
    struct Outcome: Sendable {
        /// The calls of all lives, as a whole play numbers them.
        var calls: [NumberedCall] = []
        var violations: [Violation] = []
    }

    private let player: ScenarioPlayer
    private let isMerging: Bool
    private let start: Stage
    private let known: Locked<Known>

    /// Takes a scenario; one with invariants that look at the way to an end is played in whole.
    init(_ player: ScenarioPlayer, isMerging: Bool) {
        self.player = player
        self.isMerging =
            isMerging && player.scenario.invariants.allSatisfy(\.seesOnlyStandstill)
        start = Stage(life: 0, run: player.start, plan: .none)
        known = Locked(Known())
    }

    /// How many schedules with a fault were really played, in whole or from a standstill on.
    var playCount: Int { known.withLock { $0.playCount } }

    /// Decides a schedule; its calls are given only if it has at most one fault.
    func outcome(of plan: FaultPlan) async -> Outcome {
        guard isMerging else {
            if !plan.faults.isEmpty { known.withLock { $0.playCount += 1 } }
            let play = await player.play(plan)
            return Outcome(calls: play.calls, violations: play.violations)
        }
        var outcome = Outcome()
        var stage = start
        var rest = plan.faults[...]
        var callCount = 0
        while true {
            let life = await life(from: stage, &rest, after: callCount)
            outcome.calls += life.calls.map { ($0.number + callCount, $0.call) }
            callCount += life.callCount
            switch life.end {
            case .stage(let next): stage = next
            case .over(let violations):
                outcome.violations = violations
                return outcome
            }
        }
    }

    /// A life under those of the faults that strike it; they are taken from the list.
    private func life(
        from stage: Stage, _ faults: inout ArraySlice<Fault>, after callCount: Int
    ) async -> Life {
        var life = await life(from: stage, under: [])
        var striking: [Fault] = []
        while let next = faults.first, next.callNumber - callCount <= life.callCount {
            striking.append(Fault(callNumber: next.callNumber - callCount, next.kind))
            faults.removeFirst()
            life = await self.life(from: stage, under: striking)
        }
        return life
    }

    private func life(from stage: Stage, under faults: [Fault]) async -> Life {
        guard faults.count < 2 else {
            // No two schedules share it, so it is not kept.
            known.withLock { $0.playCount += 1 }
            return await play(stage, faults)
        }
        let task = stage.lives.withLock { lives in
            if let task = lives[faults] { return task }
            let task = Task { await play(stage, faults) }
            lives[faults] = task
            if !faults.isEmpty { known.withLock { $0.playCount += 1 } }
            return task
        }
        return await task.value
    }

    private func play(_ stage: Stage, _ faults: [Fault]) async -> Life {
        let run = await player.play(life: stage.life, from: stage.run, FaultPlan(faults))
        let callCount = run.phone.callCount
        let calls = faults.count < 2 ? run.phone.trace.calls : []
        let plan = FaultPlan(stage.plan.faults + faults)
        let end =
            stage.life + 1 < player.scenario.lives.count
            ? End.stage(self.stage(after: stage, run, plan))
            : End.over(await violations(after: run, plan))
        return Life(calls: calls, callCount: callCount, end: end)
    }

    private func stage(
        after stage: Stage, _ run: ScenarioRun, _ plan: FaultPlan
    ) -> Stage {
        let next = Stage(life: stage.life + 1, run: run, plan: plan)
        guard let place = place(run, plan, life: next.life) else { return next }
        return known.withLock { known in
            if let equal = known.stages[place] { return equal }
            known.stages[place] = next
            return next
        }
    }

    private func violations(after run: ScenarioRun, _ plan: FaultPlan) async -> [Violation] {
        guard let place = place(run, plan, life: player.scenario.lives.count) else {
            return await player.violations(after: run, plan)
        }
        let task = known.withLock { known in
            if let task = known.verdicts[place] { return task }
            let task = Task { await player.violations(after: run, plan) }
            known.verdicts[place] = task
            return task
        }
        return await task.value
    }

    private func place(_ run: ScenarioRun, _ plan: FaultPlan, life: Int) -> Place? {
        guard let standstill = run.standstill else { return nil }
        return Place(
            life: life, standstill: standstill,
            saysThatAKeyIsGone: plan.faults.contains { $0.kind.saysThatTheKeyIsGone })
    }
}

extension MergingPlayer {
    /// Where lives begin: one of the runs that reach it.
    private final class Stage: Sendable {
        let life: Int
        let run: ScenarioRun
        /// What struck that run so far; the numbers of calls are those of their lives.
        let plan: FaultPlan
        /// The life from here without a fault, and under each one.
        let lives = Locked<[[Fault]: Task<Life, Never>]>([:])

        init(life: Int, run: ScenarioRun, plan: FaultPlan) {
            self.life = life
            self.run = run
            self.plan = plan
        }
    }

    /// What one life gave.
    private struct Life: Sendable {
        let calls: [NumberedCall]
        let callCount: Int
        let end: End
    }

    private enum End: Sendable {
        case stage(Stage)
        case over([Violation])
    }

    /// A standstill, with what else decides what follows: which life comes next, and that part of
    /// the plan so far which an invariant asks for.
    private struct Place: Hashable {
        let life: Int
        let standstill: Standstill
        let saysThatAKeyIsGone: Bool
    }

    private struct Known {
        var stages: [Place: Stage] = [:]
        var verdicts: [Place: Task<[Violation], Never>] = [:]
        var playCount = 0
    }
}
