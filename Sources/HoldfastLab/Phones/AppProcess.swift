import HoldfastCrypto

/// One process of an app on a simulated phone: what an app's code reaches the platform through.
///
/// A process that has died does nothing any more: its calls have no effect on the phone, are in no
/// trace, and answer as if the system had not. So a scenario's code may run to its end after a
/// death; ``isAlive`` tells whether what it believes counts.
public final class AppProcess: Sendable {
    /// The phone it runs on.
    public let phone: SimulatedPhone
    /// The app it belongs to.
    public let app: AppIdentifier
    /// Tells the processes of a phone apart; 1 for the first.
    public let number: Int

    init(phone: SimulatedPhone, app: AppIdentifier, number: Int) {
        self.phone = phone
        self.app = app
        self.number = number
    }

    /// Whether it runs.
    public var isAlive: Bool {
        phone.state.withLock { $0.livingProcesses[number] != nil }
    }

    /// Ends the process, as the system does without a word.
    public func kill() {
        phone.state.withLock { $0.livingProcesses[number] = nil }
    }

    /// Makes one platform call: counts it, lets the plan's faults strike, and writes the trace.
    ///
    /// - Parameters:
    ///   - call: what is called, and how it can fail.
    ///   - failing: what the call answers for a native failure.
    ///   - dead: what it answers when the process no longer lives.
    ///   - describe: the answer in a few words without a value, the same in every run.
    ///   - effect: what the call does to the phone.
    /// - Returns: the answer.
    func perform<Answer: Equatable & Sendable>(
        _ call: PlatformCall, failing: (NativeFailure) -> Answer, dead: Answer,
        describe: (Answer) -> String, _ effect: (inout PhoneState) -> Answer
    ) -> Answer {
        let performed = phone.state.call(by: number) { state in
            let wasUnlocked = state.device.isUnlocked
            let answer = run(call, failing, dead, describe, effect, &state)
            return Performed(
                answer: answer, changesLock: state.device.isUnlocked != wasUnlocked)
        }
        if performed.changesLock { phone.tellObservers() }
        return performed.answer
    }

    private func run<Answer: Sendable>(
        _ call: PlatformCall, _ failing: (NativeFailure) -> Answer, _ dead: Answer,
        _ describe: (Answer) -> String, _ effect: (inout PhoneState) -> Answer,
        _ state: inout PhoneState
    ) -> Answer {
        guard state.livingProcesses[number] != nil else { return dead }
        state.callCount += 1
        let strike = CallStrike(state.plan.striking(call: state.callCount))
        for event in strike.events { state.apply(event) }
        let number = state.callCount
        let place = state.trace.count
        let answer = strike.run(&state, process: self.number, failing, dead, effect)
        let kind = TraceEntry.Kind.call(
            call, faults: strike.faults, answer: describe(answer))
        let entry = TraceEntry(process: self.number, callNumber: number, kind: kind)
        state.trace.insert(entry, at: place)
        return answer
    }
}

/// That a call is done, where it answers nothing.
struct Done: Sendable, Equatable {}

/// What a call came to.
private struct Performed<Answer: Equatable & Sendable>: Equatable, Sendable {
    let answer: Answer
    let changesLock: Bool
}
