#if os(Linux) && Desktop
import HoldfastCore
import HoldfastLinux

/// Tells the person at the terminal what the fingerprint reader wants, a line a step.
struct FingerprintLines: FingerprintPrompt {
    let terminal: any Terminal

    func show(_ step: FingerprintStep, for prompt: Prompt) async throws(KeychainError) {
        guard let line = Self.line(step, prompt) else { return }
        try await tell(line)
    }

    /// On the main actor, because a terminal may be stopped and then makes its writer wait.
    @MainActor
    private func tell(_ line: String) throws(KeychainError) {
        try terminal.tell(line)
    }

    static func line(_ step: FingerprintStep, _ prompt: Prompt) -> String? {
        switch step {
        case .place(.press):
            "\(Quoted.lineEscaped(prompt.title)); lay a finger on the reader (Ctrl-C ends it)"
        case .place(.swipe):
            "\(Quoted.lineEscaped(prompt.title)); draw a finger over the reader (Ctrl-C ends it)"
        case .again(.unclear): "The finger was not read; once more"
        case .again(.tooShort): "Too fast or too short; once more"
        case .again(.notCentered): "Not in the middle; once more"
        case .again(.lift): "Lift the finger, then once more"
        case .noMatch(let tries): "Not a finger that is enrolled; tries left: \(tries)"
        case .done: nil
        }
    }
}
#endif
