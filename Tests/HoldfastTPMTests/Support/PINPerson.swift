#if os(Linux) && TPM
import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import HoldfastLinux

/// Types a PIN when asked, and counts how often.
final class PINPerson: PasscodeSource {
    private let state = Locked(
        (answer: PromptAnswer.confirmed, pin: SecretBytes(utf8: "2468"), asked: 0))

    /// How often a PIN was asked for.
    var askedCount: Int { state.withLock { $0.asked } }

    func answer(_ answer: PromptAnswer) { state.withLock { $0.answer = answer } }

    func type(_ pin: String) {
        let pin = SecretBytes(utf8: pin)
        state.withLock { $0.pin = pin }
    }

    func passcode(for prompt: Prompt) async throws(KeychainError) -> SecretBytes {
        let (answer, pin) = state.withLock { state in
            state.asked += 1
            return (state.answer, state.pin)
        }
        guard case .failed(let code) = answer else { return pin }
        // A wrong PIN is for the TPM to notice.
        if code == .authFailed { return SecretBytes(utf8: "1357") }
        throw KeychainError(code, "the person ends the prompt")
    }
}
#endif
