#if os(Linux) && Desktop
public import HoldfastCore

/// What a person at a fingerprint reader is to be told.
public enum FingerprintStep: Sendable, Equatable {
    /// How the reader wants the finger.
    public enum Gesture: Sendable, Equatable {
        /// Laid on it.
        case press
        /// Drawn over it.
        case swipe
    }

    /// Why a finger could not be read.
    public enum Trouble: Sendable, Equatable {
        /// Nothing clear was seen.
        case unclear
        /// The finger was drawn over it too fast or too short.
        case tooShort
        /// The finger was not in the middle.
        case notCentered
        /// The finger has to be lifted first.
        case lift
    }

    /// The reader waits for a finger.
    case place(Gesture)
    /// The finger could not be read; the reader still waits.
    case again(Trouble)
    /// The finger is none of the person's; so many tries are left.
    case noMatch(triesLeft: Int)
    /// Nothing more is asked: the finger was recognised, or the asking ended otherwise.
    case done(isRecognized: Bool)
}

/// Who shows a person what a fingerprint reader wants: a terminal, a dialog, a test.
///
/// To close the prompt, cancel the task that called the vault: the call throws `USER_CANCELED`.
public protocol FingerprintPrompt: Sendable {
    /// Shows a step. It is called after the reader began to wait, and the reader goes on meanwhile.
    ///
    /// - Parameters:
    ///   - step: what happened, or what to do.
    ///   - prompt: the words of the call.
    /// - Throws: `NO_ACTIVITY` if there is nowhere to show it, `USER_CANCELED` to end the asking.
    func show(_ step: FingerprintStep, for prompt: Prompt) async throws(KeychainError)
}
#endif
