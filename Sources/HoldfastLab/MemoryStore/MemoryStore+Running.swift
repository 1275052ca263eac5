import HoldfastCore
import HoldfastCrypto

/// What the shelf says to a call: an answer, or that a person must be asked first.
enum Step<Answer: Sendable>: Sendable {
    case answer(Answer)
    case ask(AccessControl)
}

extension MemoryStore {
    /// Runs a call that may prompt: checks, fault before, steps until there is an answer, fault
    /// after, record.
    func run<Answer: Sendable>(
        _ operation: Operation, _ key: ItemKey, _ prompt: Prompt,
        after check: Result<Void, KeychainError> = .success(()),
        _ step: (inout MemoryShelf, Permit) throws(KeychainError) -> Step<Answer>
    ) async throws(KeychainError) -> Answer {
        var promptCount = 0
        do throws(KeychainError) {
            try check.get()
            let fault = session.withLock { $0.takeFault(operation) }
            try fault?.strike(.beforeEffect)
            var permit = permit(for: key)
            while true {
                switch try take(step, permit) {
                case .answer(let answer):
                    try fault?.strike(.afterEffect)
                    record(operation, key, nil, promptCount)
                    return answer
                case .ask(let accessControl):
                    promptCount += 1
                    try await ask(accessControl, key, prompt)
                    permit = self.permit(for: key, given: accessControl)
                }
            }
        } catch {
            record(operation, key, error.code, promptCount)
            throw error
        }
    }

    /// Runs a call that never prompts.
    func runWithoutPrompt<Answer: Sendable>(
        _ operation: Operation, _ key: ItemKey?,
        after check: Result<Void, KeychainError> = .success(()),
        _ step: (inout MemoryShelf, Permit) throws(KeychainError) -> Step<Answer>
    ) throws(KeychainError) -> Answer {
        do throws(KeychainError) {
            try check.get()
            let fault = session.withLock { $0.takeFault(operation) }
            try fault?.strike(.beforeEffect)
            guard case .answer(let answer) = try take(step, permit(for: key)) else {
                throw KeychainError(.authRequired, "the item needs a person's confirmation")
            }
            try fault?.strike(.afterEffect)
            record(operation, key, nil, 0)
            return answer
        } catch {
            record(operation, key, error.code, 0)
            throw error
        }
    }

    private func take<Answer: Sendable>(
        _ step: (inout MemoryShelf, Permit) throws(KeychainError) -> Step<Answer>, _ permit: Permit
    ) throws(KeychainError) -> Step<Answer> {
        try shelf.withLock { (shelf) throws(KeychainError) in try step(&shelf, permit) }
    }

    private func permit(for key: ItemKey?, given: AccessControl? = nil) -> Permit {
        let remembered = session.withLock { session in
            key.flatMap { session.confirmations[$0] }
        }
        return Permit(now: clock.now, given: given, remembered: remembered)
    }

    private func ask(
        _ accessControl: AccessControl, _ key: ItemKey, _ prompt: Prompt
    ) async throws(KeychainError) {
        let request = PromptRequest(key: key, accessControl: accessControl, prompt: prompt)
        let answer: PromptAnswer
        if let scripted = session.withLock({ $0.takeAnswer() }) {
            answer = scripted
        } else {
            answer = await answerPrompt(request)
        }
        if case .failed(let code) = answer {
            throw KeychainError(code, "the prompt was not confirmed")
        }
        let confirmation = Confirmation(accessControl: accessControl, time: clock.now)
        session.withLock { $0.confirmations[key] = confirmation }
    }

    private func record(
        _ operation: Operation, _ key: ItemKey?, _ code: KeychainError.Code?, _ promptCount: Int
    ) {
        session.withLock { $0.record(operation, key, code, promptCount: promptCount) }
    }
}
