#if os(Linux)
import HoldfastCore
import HoldfastLinux

/// What a migration says of a keyring in its own words; the rest is the keyring store's.
enum SecretServiceError {
    /// What the name of an error on the bus means.
    static func of(_ name: String) -> KeychainError {
        .keyring(answering: name, locked: locked, gone: .keyringItemGone, absent: .noKeyring)
    }

    static let locked = KeychainError(
        .interactionNotAllowed, "the keyring is locked",
        advice:
            "unlock it with the option --unlock, by logging in or with Passwords and Keys, and run"
            + " it again")
    static let dismissed = KeychainError(
        .userCanceled, "the keyring's prompt was closed",
        advice: "run it again and answer the prompt, or unlock the keyring first")
    static let unanswered = KeychainError(
        .systemCanceled, "nobody answered the keyring's prompt in time",
        advice: "answer or close its window, then run it again")
    static let noPrompter = KeychainError(
        .unsupported, "the keyring has no program that could show its prompt",
        advice: "run it in the desktop session, or install gcr's prompter")
    static let asks = KeychainError(
        .authRequired, "the keyring wants to ask a person first",
        advice: "remove the item with the program that made it")
}
#endif
