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
    private let events: [PhoneEvent]
    private let isMerging: Bool
    private let start: Stage
    private let known: Locked<Known>

    /// Takes a scenario; one with invariants that look at the way to an end is played in whole.
    ///
    /// The events are those that schedules may have.
    init(_ player: ScenarioPlayer, events: [PhoneEvent], isMerging: Bool) {
        self.player = player
        self.events = events
        self.isMerging =
            isMerging && player.scenario.invariants.allSatisfy(\.seesOnlyStandstill)
        start = Stage(life: 0, run: player.start, plan: .none)
        known = Locked(Known())
    }

    /// How many schedules with a fault were really played, in whole or from a standstill on.
    var playCount: Int { known.withLock { $0.playCount } }

    /// Decides a schedule; its calls are given only if they are asked for and it has at most one
    /// fault.
    func outcome(of plan: FaultPlan, keepingCalls keepsCalls: Bool = true) async -> Outcome {
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
            if keepsCalls {
                outcome.calls += life.calls.map { ($0.number + callCount, $0.call) }
            }
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
        let isFirst = stage.plan.faults.isEmpty
        var life = await life(from: stage, under: [])
        guard let first = Self.take(&faults, after: callCount, upTo: life.callCount) else {
            return life
        }
        guard isFirst else {
            return await self.life(from: stage, under: [life.postponed(first)])
        }
        life = await self.life(from: stage, under: [first])
        guard let second = Self.take(&faults, after: callCount, upTo: life.callCount) else {
            return life
        }
        return await self.life(from: stage, under: await postponed(first, second, from: stage))
    }

    private static func take(
        _ faults: inout ArraySlice<Fault>, after callCount: Int, upTo lifeCallCount: Int
    ) -> Fault? {
        guard let next = faults.first, next.callNumber - callCount <= lifeCallCount else {
            return nil
        }
        faults.removeFirst()
        return Fault(callNumber: next.callNumber - callCount, next.kind)
    }

    /// The same pair with events as late as they may come; pairs that come to the same are one.
    private func postponed(_ first: Fault, _ second: Fault, from stage: Stage) async -> [Fault] {
        let undisturbed = await life(from: stage, under: [])
        var (first, second) = (first, second)
        while true {
            let before = (first, second)
            // An event at the call of another one would come before it or after it; that is no pair.
            let isBesideSecond = second.event == nil
            first = undisturbed.postponed(
                first, upTo: isBesideSecond ? second.callNumber : second.callNumber - 1)
            if second.callNumber > first.callNumber, second.event != nil {
                second = await life(from: stage, under: [first]).postponed(second)
            }
            if (first, second) == before { return [first, second] }
        }
    }

    private func life(from stage: Stage, under faults: [Fault]) async -> Life {
        guard faults.count < 2 || faults.contains(where: { $0.event != nil }) else {
            // No two schedules come to it, so it is not kept.
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
        // After two faults nothing more is to come.
        let isLast = stage.plan.faults.count + faults.count > 1
        let run = await player.play(
            life: stage.life, from: stage.run, FaultPlan(faults),
            postponing: isLast ? [] : events)
        // Taken now: the checks go on with the run.
        let calls = faults.count < 2 ? run.phone.trace.calls : []
        let callCount = run.phone.callCount
        let postponable = run.phone.state.postponable
        let plan = FaultPlan(stage.plan.faults + faults)
        let end =
            stage.life + 1 < player.scenario.lives.count
            ? End.stage(self.stage(after: stage, run, plan))
            : End.over(await violations(after: run, plan))
        return Life(calls: calls, callCount: callCount, postponable: postponable, end: end)
    }

    private func stage(
        after stage: Stage, _ run: ScenarioRun, _ plan: FaultPlan
    ) -> Stage {
        let next = Stage(life: stage.life + 1, run: ScenarioRun(resuming: run), plan: plan)
        guard let place = place(run, plan, life: next.life) else { return next }
        return known.withLock { known in
            if let equal = known.stages[place] { return equal }
            known.stages[place] = next
            return next
        }
    }

    private func violations(after run: ScenarioRun, _ plan: FaultPlan) async -> [Violation] {
        guard var place = place(run, plan, life: player.scenario.lives.count) else {
            return await player.violations(after: run, plan)
        }
        // Nothing strikes what is over.
        place.faultCount = 0
        let end = place
        let task = known.withLock { known in
            if let task = known.verdicts[end] { return task }
            let task = Task { await player.violations(after: run, plan) }
            known.verdicts[end] = task
            return task
        }
        return await task.value
    }

    private func place(_ run: ScenarioRun, _ plan: FaultPlan, life: Int) -> Place? {
        guard let standstill = run.standstill else { return nil }
        return Place(
            life: life, standstill: standstill, faultCount: plan.faults.count,
            saysThatAKeyIsGone: plan.faults.contains { $0.kind.saysThatTheKeyIsGone },
            deniedKeyCount: plan.deniedKeyCount)
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
        /// Which events make no difference at the next call instead of one with this number.
        let postponable: [Int: Set<PhoneEvent>]
        let end: End

        /// An event at the last call, up to a given one, at which it makes no difference.
        func postponed(_ fault: Fault, upTo last: Int = .max) -> Fault {
            guard let event = fault.event else { return fault }
            var number = fault.callNumber
            while number < last, postponable[number]?.contains(event) ?? false { number += 1 }
            return Fault(callNumber: number, fault.kind)
        }
    }

    private enum End: Sendable {
        case stage(Stage)
        case over([Violation])
    }

    /// A standstill, with what else decides what follows: which life comes next, how many faults may
    /// still strike, and what invariants ask of the plan so far.
    private struct Place: Hashable {
        let life: Int
        let standstill: Standstill
        var faultCount: Int
        let saysThatAKeyIsGone: Bool
        let deniedKeyCount: Int
    }

    private struct Known {
        var stages: [Place: Stage] = [:]
        var verdicts: [Place: Task<[Violation], Never>] = [:]
        var playCount = 0
    }
}

extension Fault {
    fileprivate var event: PhoneEvent? {
        if case .event(let event) = kind { event } else { nil }
    }
}
