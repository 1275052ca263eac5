import HoldfastCore

extension ErrorSituation {
    /// Plays the situation on a phone of its own.
    ///
    /// - Returns: what its last call came to; right is ``Outcome/failure(_:)`` with ``code``.
    public func play() async -> Outcome {
        let stage = SituationStage(profile)
        do {
            try await arrange(stage)
        } catch {
            return .notReached("before the last call: \(error.code)")
        }
        if let strike {
            guard let number = await number(of: strike.call) else {
                return .notReached("\(strike.call) is not called")
            }
            stage.phone.arm(FaultPlan([Fault(callNumber: number, strike.kind)]))
        }
        do {
            try await act(stage)
            return .answer
        } catch {
            return .failure(error)
        }
    }

    /// Which call of the last step has a name: the same in every play, as a phone is deterministic.
    private func number(of name: String) async -> Int? {
        let rehearsal = SituationStage(profile)
        do {
            try await arrange(rehearsal)
            rehearsal.phone.arm(.none)
            rehearsal.phone.forgetTrace()
            try await act(rehearsal)
        } catch {
            return nil
        }
        return rehearsal.phone.trace.first { entry in
            if case .call(let call, _, _) = entry.kind { call.name == name } else { false }
        }?.callNumber
    }
}
