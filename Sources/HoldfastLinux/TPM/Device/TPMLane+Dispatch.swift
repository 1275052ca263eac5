#if os(Linux) && TPM
import Dispatch
import HoldfastCore
import HoldfastCrypto

/// The thread on which one TPM is spoken to, one operation at a time and none waited for for ever.
///
/// The library's calls cannot be interrupted: its ways to TPMs in software know no time-out, and to
/// close a way while a call uses it would be a use after free. So an operation that takes too long
/// is left alone. That is safe: it owns everything that it touches (what it captured is Sendable,
/// the way to the TPM was opened by it and is closed by it), nobody else waits for its answer, and
/// until it has ended nothing else is sent to that TPM.
final class TPMLane: Sendable {
    private let queue = DispatchQueue(label: "holdfast.tpm.lane")
    /// How many operations were left alone and have not ended: at most one for any length of time.
    private let leftAlone = Locked(0)

    /// Runs an operation and waits for it.
    ///
    /// - Parameters:
    ///   - limit: how long it may take, with the operations before it.
    ///   - body: may block.
    /// - Returns: what it returns; `nil` if it took too long, or if an earlier one that did has not
    ///   ended yet. If its turn did not come it will never run.
    func run<R: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable () -> R
    ) -> R? {
        guard leftAlone.withLock({ $0 <= 0 }) else { return nil }
        let errand = Locked(Errand<R>.waiting)
        let end = DispatchSemaphore(value: 0)
        queue.async { [leftAlone] in
            guard errand.withLock({ $0.begin() }) else { return }
            let answer = body()
            if !errand.withLock({ $0.finish(answer) }) { leftAlone.withLock { $0 -= 1 } }
            end.signal()
        }
        let deadline = DispatchTime.now() + .milliseconds(limit.milliseconds)
        guard end.wait(timeout: deadline) == .timedOut else {
            return errand.withLock { $0.answer }
        }
        // It may have ended in this very moment.
        let (answer, isRunning) = errand.withLock { errand in
            let isRunning = errand.leave()
            return (errand.answer, isRunning)
        }
        if isRunning { leftAlone.withLock { $0 += 1 } }
        return answer
    }
}

/// How far an operation is.
private enum Errand<Answer: Sendable>: Sendable {
    case waiting
    case running
    case done(Answer)
    /// Nobody waits for it any more.
    case left

    var answer: Answer? {
        if case .done(let answer) = self { answer } else { nil }
    }

    /// Whether it is still wanted.
    mutating func begin() -> Bool {
        guard case .waiting = self else { return false }
        self = .running
        return true
    }

    /// Whether somebody takes the answer.
    mutating func finish(_ answer: Answer) -> Bool {
        guard case .running = self else { return false }
        self = .done(answer)
        return true
    }

    /// Whether it was running, and goes on.
    mutating func leave() -> Bool {
        switch self {
        case .waiting:
            self = .left
            return false
        case .running:
            self = .left
            return true
        case .done, .left: return false
        }
    }
}
#endif
