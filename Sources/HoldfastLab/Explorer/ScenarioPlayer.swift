import HoldfastCore
import HoldfastCrypto

/// Plays a scenario's body again and again, each time from the state that its set-up left.
struct ScenarioPlayer: Sendable {
    let scenario: Scenario
    private let prepared: ScenarioRun
    private let entriesBefore: [TraceEntry]

    /// Plays the set-up.
    init(
        _ scenario: Scenario, on profile: PhoneProfile, with store: LabStore, seed: UInt64
    ) async throws(ScenarioFailure) {
        self.scenario = scenario
        let system = profile.phoneSystem
        guard scenario.systems.contains(system), store.systems.contains(system) else {
            throw ScenarioFailure("\(scenario) with \(store) cannot be played on \(system)")
        }
        prepared = ScenarioRun(on: SimulatedPhone(profile, seed: seed), with: store)
        // A phone in use: its owner has unlocked it with the passcode before.
        for event: PhoneEvent in [.lock, .unlock, .install(ScenarioRun.app)] {
            prepared.send(event)
        }
        do {
            try await scenario.setUp(prepared)
        } catch {
            throw ScenarioFailure("the set-up of \(scenario) failed: \(error)")
        }
        prepared.phone.state.withLock { $0.endProcesses() }
        await prepared.findWhatNeverLanded()
        entriesBefore = prepared.entries
    }

    /// What happened in the set-up.
    var setUpTrace: [TraceEntry] { prepared.phone.trace }

    /// Plays the body under a plan, from its beginning to its end.
    func play(_ plan: FaultPlan, skipping steps: Set<Int> = []) async -> Play {
        let run = ScenarioRun(continuing: prepared, skipping: steps)
        run.phone.arm(plan)
        let bodyErrors = await BlockingQueue.$isInPlace.withValue(true) {
            var errors: [any Error] = []
            for life in scenario.lives.indices {
                if let error = await live(life, run) { errors.append(error) }
            }
            return errors
        }
        let trace = run.phone.trace
        let operations = run.operations
        let optionalSteps = run.optionalSteps
        let violations = await violations(after: run, plan)
        return Play(
            plan: plan, skippedSteps: steps, trace: trace, operations: operations,
            optionalSteps: optionalSteps, before: prepared.acknowledgements,
            entriesBefore: entriesBefore, violations: violations, bodyError: bodyErrors.first)
    }

    /// A run at the beginning of the body.
    var start: ScenarioRun { ScenarioRun(continuing: prepared, skipping: []) }

    /// Plays one life of the body under a plan that counts its calls, and ends it.
    ///
    /// Where events are given, the run's phone says afterwards which of them may come a call later.
    func play(
        life: Int, from start: ScenarioRun, _ plan: FaultPlan, postponing events: [PhoneEvent]
    ) async -> ScenarioRun {
        let run = ScenarioRun(resuming: start)
        run.phone.arm(plan)
        if !events.isEmpty { run.phone.state.findPostponable(events) }
        await BlockingQueue.$isInPlace.withValue(true) { _ = await live(life, run) }
        return run
    }

    /// Checks what must hold after a run, which is over then.
    func violations(after run: ScenarioRun, _ plan: FaultPlan) async -> [Violation] {
        await BlockingQueue.$isInPlace.withValue(true) {
            let aftermath = await Aftermath.of(run, plan)
            var violations: [Violation] = []
            for invariant in scenario.invariants {
                violations += await invariant.check(aftermath)
            }
            return violations
        }
    }

    private func live(_ life: Int, _ run: ScenarioRun) async -> (any Error)? {
        defer { run.endLife() }
        do {
            try await scenario.lives[life](run)
            return nil
        } catch {
            return error
        }
    }
}

/// What one play of a body gave.
struct Play: Sendable {
    let plan: FaultPlan
    let skippedSteps: Set<Int>
    /// What happened in the body.
    let trace: [TraceEntry]
    let operations: [AppOperation]
    let optionalSteps: [String]
    /// What the app had been told when the body began.
    let before: Acknowledgements
    /// The trace up to there.
    let entriesBefore: [TraceEntry]
    let violations: [Violation]
    let bodyError: (any Error)?

    /// The platform calls of living processes, with their numbers.
    var calls: [NumberedCall] { trace.calls }
}

/// A platform call with its number.
typealias NumberedCall = (number: Int, call: PlatformCall)

extension [TraceEntry] {
    /// The platform calls of living processes, with their numbers.
    var calls: [NumberedCall] {
        compactMap { entry in
            guard case .call(let call, _, _) = entry.kind else { return nil }
            return (entry.callNumber, call)
        }
    }
}
