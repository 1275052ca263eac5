import HoldfastCore
import HoldfastRecovery

/// What a person is told, and agrees to, before a backup is switched on.
@MainActor
enum LossScreen {
    /// What is said, line by line.
    static let lines = [
        "Before a backup is switched on:",
        "",
        "  A lost phrase is a lost backup. Nobody can open the backup without the words: not who",
        "  runs the relay, not who made this program, and once all your devices are gone not you.",
        "  Nobody can send them to you or reset them.",
        "",
        "  Whoever has the words can read all of the backup, and put a device into your account.",
        "",
        "  Keep them on paper, away from your devices. 'holdfast phrase verify' tests them at any",
        "  time.",
        "",
    ]

    /// Says it and asks for a yes.
    ///
    /// - Parameters:
    ///   - arguments: `--accept-loss` agrees beforehand.
    ///   - session: the surroundings.
    ///   - action: what fails otherwise.
    /// - Returns: that the person was told, and when.
    /// - Throws: `USER_CANCELED` for any other answer; `NO_ACTIVITY` without a terminal.
    static func acknowledgement(
        _ arguments: ParsedArguments, in session: Session, _ action: String
    ) async throws(Failure) -> LossAcknowledgement {
        if !arguments.has(.acceptLoss) {
            try await session.attempt(action) { () async throws(KeychainError) in
                guard session.terminal.isThere else {
                    throw KeychainError(
                        .noActivity, "there is no terminal to say what a lost phrase means at",
                        advice: "use --accept-loss if you know that a lost phrase is a lost backup")
                }
                for line in lines { try session.terminal.tell(line) }
                let question = "Do you understand that a lost phrase is a lost backup?"
                guard try session.terminal.confirm(question) else {
                    throw KeychainError(
                        .userCanceled, "it was not agreed to; no backup was switched on")
                }
            }
        }
        return LossAcknowledgement(
            personAgreedThat: .lostPhraseMeansLostBackup, agreed: session.wallClock.now)
    }
}

extension OptionDeclaration {
    static let acceptLoss = Self(
        "accept-loss", "know already, and agree, that a lost phrase is a lost backup")
}
