import HoldfastCLI
import HoldfastCore
import HoldfastCrypto

/// A terminal whose person types what the test says, and that remembers what it was asked.
final class ScriptedTerminal: Terminal, Sendable {
    private let state: Locked<State>

    private struct State {
        var answers: [String]
        var questions: [String] = []
        var shown = ""
    }

    /// Stands for typing back the secret that was shown last.
    static let whatWasShown = "<what was shown>"

    /// Stands for the word of a shown phrase whose number the question has.
    static let wordThatIsAsked = "<the word that is asked>"

    /// - Parameter answers: what is typed, in order; `nil` stands for no terminal at all.
    init(_ answers: [String]?) {
        isThere = answers != nil
        state = Locked(State(answers: answers ?? []))
    }

    let isThere: Bool

    /// What was asked so far.
    var questions: [String] { state.withLock { $0.questions } }

    func askHidden(_ question: String) throws(KeychainError) -> SecretBytes {
        SecretBytes(utf8: try answer(question))
    }

    func show(_ before: String, _ secret: SecretBytes, _ after: String) throws(KeychainError) {
        guard isThere else { throw KeychainError(.noActivity, "there is no terminal to ask at") }
        let text = secret.utf8String() ?? ""
        state.withLock { $0.shown = text }
    }

    /// The secret that was shown last.
    var shown: String { state.withLock { $0.shown } }

    func confirm(_ question: String) throws(KeychainError) -> Bool {
        try answer(question) == "y"
    }

    func tell(_ line: String) throws(KeychainError) {
        guard isThere else { throw KeychainError(.noActivity, "there is no terminal to ask at") }
        state.withLock { $0.questions.append(line) }
    }

    private func answer(_ question: String) throws(KeychainError) -> String {
        guard isThere else { throw KeychainError(.noActivity, "there is no terminal to ask at") }
        let answer = state.withLock { state -> String? in
            state.questions.append(question)
            guard !state.answers.isEmpty else { return nil }
            let answer = state.answers.removeFirst()
            switch answer {
            case Self.whatWasShown: return state.shown
            case Self.wordThatIsAsked: return Self.word(in: state.shown, for: question)
            default: return answer
            }
        }
        guard let answer else { throw KeychainError(.userCanceled, "the terminal was closed") }
        return answer
    }

    /// The word behind the number that a question has.
    private static func word(in shown: String, for question: String) -> String {
        let parts = shown.split { $0 == " " || $0 == "\n" }.map(String.init)
        let number = question.filter(\.isNumber)
        guard let place = parts.firstIndex(of: number), place + 1 < parts.count else { return "" }
        return parts[place + 1]
    }
}
