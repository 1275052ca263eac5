import HoldfastCrypto

extension SimulatedPhone {
    /// Plans what goes wrong from now on; calls are counted from 1 again.
    ///
    /// - Parameter plan: replaces the plan so far.
    public func arm(_ plan: FaultPlan) {
        state.withLock { state in
            state.plan = plan
            state.callCount = 0
        }
    }

    /// How many platform calls living processes have made since the plan was armed.
    public var callCount: Int { state.withLock { $0.callCount } }

    /// Everything that happened so far.
    public var trace: [TraceEntry] { state.withLock { $0.trace } }

    /// Forgets what happened so far.
    public func forgetTrace() {
        state.withLock { $0.trace = [] }
    }

    /// Writes a line of the scenario's own into the trace.
    ///
    /// - Parameter text: one line.
    public func note(_ text: String) {
        state.withoutShadows { state in
            state.trace.append(TraceEntry(process: 0, callNumber: 0, kind: .note(text)))
        }
    }
}

extension SimulatedPhone {
    /// How many lines the trace has.
    var traceCount: Int { state.withoutShadows { $0.trace.count } }
}
