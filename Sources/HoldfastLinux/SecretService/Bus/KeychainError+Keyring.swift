#if os(Linux)
import Glibc
package import HoldfastCore

extension KeychainError {
    /// What the name of an error on the bus means, for every part that speaks to a keyring.
    ///
    /// - Parameters:
    ///   - name: as the keyring or the bus answered it.
    ///   - locked: what it means that something is locked.
    ///   - gone: what it means that an object is not there.
    ///   - absent: what it means that nobody is there who could answer.
    /// - Returns: the error; for a name that is in no table `UNKNOWN` of the domain `dbus`, with the
    ///   printable part of the name.
    /// - Note: Secret Service API Draft 0.2, "Errors"; `dbus-protocol.h` for the names that the bus
    ///   itself answers; gnome-keyring says that an object is gone in all of three ways.
    package static func keyring(
        answering name: String, locked: KeychainError = .keyringLocked, gone: KeychainError,
        absent: KeychainError = .keyringWentAway
    ) -> KeychainError {
        switch name {
        case "org.freedesktop.Secret.Error.IsLocked": return locked
        case "org.freedesktop.Secret.Error.NoSuchObject",
            "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownInterface":
            return gone
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            return absent
        case "org.freedesktop.Secret.Error.NoSession", "org.freedesktop.DBus.Error.NoReply",
            "org.freedesktop.DBus.Error.Disconnected":
            return .keyringWentAway
        case "org.freedesktop.DBus.Error.Timeout", "org.freedesktop.DBus.Error.TimedOut":
            return .keyringTimeout
        default:
            let shown = name.unicodeScalars.prefix(100).filter { $0.isASCII && $0 > " " }
            return KeychainError(
                .unknown,
                "the keyring answers with the error \(String(String.UnicodeScalarView(shown)))",
                nativeDomain: "dbus", advice: "look at the log of the keyring's program")
        }
    }

    /// The collection, or an item in it, is locked.
    package static let keyringLocked = KeychainError(
        .interactionNotAllowed, "the keyring is locked",
        advice: "unlock it, by logging in or with a program for keyrings, and try again")

    /// An object that was there a moment ago is not there any more; never leaves the store.
    package static let keyringItemGone = KeychainError(
        .unknown, "the item went away", nativeDomain: StoreConflict.domain,
        nativeCode: StoreConflict.notFound.rawValue)

    /// The collection that the store was to use is not there.
    package static let noCollection = KeychainError(
        .unsupported, "the keyring has no such collection",
        advice: "make one with a program for keyrings, or log in, which makes the standard one")

    static let noBus = KeychainError(
        .unsupported, "there is no session bus",
        advice: "run it in the desktop session whose keyring it is, or set"
            + " DBUS_SESSION_BUS_ADDRESS")

    /// Nobody on the bus keeps items.
    package static let noKeyring = KeychainError(
        .unsupported, "there is no Secret Service on the session bus",
        advice: "start gnome-keyring, KWallet or KeePassXC, whichever keeps the items")

    /// A service that shows other attributes than an item was given.
    static let keyringKeepsOtherAttributes = KeychainError(
        .unsupported, "the keyring changes the attributes of items",
        advice: "use gnome-keyring, or the vault")

    static let keyringKeepsOtherBytes = KeychainError(
        .unsupported, "the keyring does not give these bytes back as they were",
        advice: "store text, or use another keyring")

    /// What KeePassXC would change in a name when it is started anew.
    static let keyringChangesName = KeychainError(
        .unsupported,
        "KeePassXC does not keep names with control characters, `{REF:`, or U+FEFF"
            + " at the start",
        advice: "use another name, gnome-keyring, or the vault")

    static let keyringRefusesReference = KeychainError(
        .unsupported, "KeePassXC takes no values with `{REF:` in them",
        advice: "encode the value, or use gnome-keyring or the vault")

    /// An item that is out of reach in a collection that is open.
    package static let keyringHoldsItem = KeychainError(
        .interactionNotAllowed, "the keyring does not let this program use the item unasked",
        advice: "turn off the confirmation in the settings of the keyring's program: in KeePassXC,"
            + " 'Confirm when passwords are retrieved by clients'")

    static let keyringAsks = KeychainError(
        .authRequired, "the keyring wants to ask a person first",
        advice: "use a call that may prompt, or allow it in the settings of the keyring's program")

    static let keyringDismissed = KeychainError(
        .userCanceled, "the keyring's question was declined",
        advice: "try again and allow it, or look why the keyring cannot ask")

    static let keyringUnanswered = KeychainError(
        .systemCanceled, "nobody answered the keyring's question in time",
        advice: "answer or close its window, then try again")

    static let keyringQuestionWithdrawn = KeychainError(
        .systemCanceled, "the call was cancelled while the keyring asked")

    /// What a keyring answered is of other types than its interface has.
    package static let strangeKeyring = KeychainError(
        .dataCorrupted, "the keyring answers with values of other types than its interface has")

    static let noKeyringEncryption = KeychainError(
        .unsupported, "the keyring offers no encryption for secrets on the bus",
        advice: "use a keyring that knows dh-ietf1024-sha256-aes128-cbc-pkcs7")

    /// The service, or the bus, went away in the middle of something.
    static let keyringWentAway = KeychainError(
        .unknown, "the keyring went away during the call", nativeDomain: "errno",
        nativeCode: Int(ECONNRESET), advice: "try again when it is running")

    /// Another process took the service's name in the middle of something.
    static let keyringReplaced = KeychainError(
        .unknown, "another keyring took over during the call", nativeDomain: "errno",
        nativeCode: Int(ESTALE), advice: "try again")

    static let keyringTimeout = KeychainError(
        .unknown, "the keyring did not answer in time", nativeDomain: "errno",
        nativeCode: Int(ETIMEDOUT), advice: "look whether it, or a question of its own, hangs")

    static let keyringBusy = KeychainError(
        .unknown, "another process is writing to the keyring", nativeDomain: "errno",
        nativeCode: Int(EBUSY), advice: "try again")

    /// Whether the connection is of no further use.
    var endsConnection: Bool {
        code == .unknown && nativeDomain == "errno" && nativeCode != Int(EBUSY)
    }
}
#endif
