/// The faults that strike one call, in the order in which they act.
struct CallStrike {
    let faults: [Fault]

    init(_ faults: [Fault]) {
        self.faults = faults
    }

    var events: [PhoneEvent] {
        faults.compactMap { if case .event(let event) = $0.kind { event } else { nil } }
    }

    /// Runs the call's effect unless something comes before it.
    ///
    /// An event may have ended the process; then the call is never made.
    func run<Answer>(
        _ state: inout PhoneState, process: Int, _ failing: (NativeFailure) -> Answer,
        _ dead: Answer, _ effect: (inout PhoneState) -> Answer
    ) -> Answer {
        guard state.livingProcesses[process] != nil else { return dead }
        for fault in faults {
            switch fault.kind {
            case .failure(let failure, .beforeEffect): return failing(failure)
            case .death(.beforeEffect):
                state.livingProcesses[process] = nil
                return dead
            case .failure, .death, .event: continue
            }
        }
        let answer = effect(&state)
        for fault in faults {
            switch fault.kind {
            case .failure(let failure, .afterEffect): return failing(failure)
            case .death(.afterEffect):
                state.livingProcesses[process] = nil
                return dead
            case .failure, .death, .event: continue
            }
        }
        return answer
    }
}
