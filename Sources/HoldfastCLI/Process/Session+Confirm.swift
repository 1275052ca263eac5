import HoldfastCore
import HoldfastCrypto

extension Session {
    /// Asks for a yes, without which nothing is done.
    ///
    /// - Parameters:
    ///   - question: what is asked; one line.
    ///   - action: what fails otherwise.
    /// - Throws: `USER_CANCELED` for any other answer, `NO_ACTIVITY` without a terminal.
    func confirm(_ question: String, _ action: String) async throws(Failure) {
        try await attempt(action) { () async throws(KeychainError) in
            guard terminal.isThere else {
                throw KeychainError(
                    .noActivity, "there is no terminal to ask for confirmation",
                    advice: "use --yes if you are sure")
            }
            guard try terminal.confirm(question) else {
                throw KeychainError(.userCanceled, "it was not confirmed; nothing was changed")
            }
        }
    }

    /// The passcode that was supplied, else the one that a person types.
    func passcode(asking question: String) throws(KeychainError) -> SecretBytes {
        if let suppliedPasscode { return suppliedPasscode }
        return try terminal.askHidden(question)
    }
}
