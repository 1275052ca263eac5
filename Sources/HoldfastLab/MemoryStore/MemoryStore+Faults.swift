public import HoldfastCore
import HoldfastCrypto

extension MemoryStore {
    /// A call that can be made to fail and that shows in ``calls``.
    public enum Operation: String, Sendable, CaseIterable {
        /// `canUse`.
        case canUse
        /// `read` and `readWithoutPrompt`.
        case read
        /// `write` and `writeWithoutPrompt`.
        case write
        /// `replaceInvalidated`.
        case replaceInvalidated
        /// `remove` and `removeWithoutPrompt`.
        case remove
        /// `attributes` and `attributesWithoutPrompt`.
        case attributes
        /// `list` and `listWithoutPrompt`.
        case list
    }

    /// On which side of its effect a call fails.
    public enum FaultMoment: String, Sendable, CaseIterable {
        /// The call fails and nothing happened.
        case beforeEffect
        /// The call fails and what it was to do is done, as when an answer is lost.
        case afterEffect
    }

    /// Makes the next call of an operation fail; further ones wait in line behind it.
    ///
    /// A call that is refused for its arguments does not use the fault up.
    ///
    /// - Parameters:
    ///   - operation: the call that is to fail.
    ///   - error: what it throws.
    ///   - moment: on which side of its effect.
    public func failNext(
        _ operation: Operation, with error: KeychainError, _ moment: FaultMoment = .beforeEffect
    ) {
        session.withLock {
            $0.faults[operation, default: []].append(MemoryFault(error: error, moment: moment))
        }
    }

    /// Answers every prompt from now on, instead of the closure given at `init`.
    ///
    /// - Parameter answer: what the person does.
    public func answerPrompts(_ answer: PromptAnswer) {
        session.withLock { $0.standingAnswer = answer }
    }

    /// Answers the next prompts in this order, before any other source of answers.
    ///
    /// - Parameter answers: one a prompt.
    public func answerNextPrompts(_ answers: [PromptAnswer]) {
        session.withLock { $0.answers += answers }
    }
}
