#if os(Linux)
import HoldfastCore

/// What the names of errors on the bus mean.
///
/// - Note: Secret Service API 0.2, "Errors"; D-Bus Specification 0.43, and `dbus-protocol.h` for
///   the names that the bus itself answers.
enum SecretServiceError {
    static func of(_ name: String) -> KeychainError {
        switch name {
        case "org.freedesktop.Secret.Error.IsLocked": locked
        // What gnome-keyring says of an object that went away, beside the name of the interface.
        case "org.freedesktop.Secret.Error.NoSuchObject",
            "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.UnknownMethod":
            gone
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            absent
        default: KeychainError(.unknown, "the keyring answers with the error \(name)")
        }
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
    static let gone = KeychainError(
        .unknown, "the keyring has no such item any more", nativeDomain: StoreConflict.domain,
        nativeCode: StoreConflict.notFound.rawValue)
    static let absent = KeychainError(
        .unsupported, "there is no Secret Service on the session bus",
        advice: "start gnome-keyring, KWallet or KeePassXC, whichever keeps the items")
    static let strange = KeychainError(
        .dataCorrupted, "the keyring answers with values of other types than its interface has")
    static let asks = KeychainError(
        .authRequired, "the keyring wants to ask a person first",
        advice: "remove the item with the program that made it")
}
#endif
