#if os(Linux) && SecretService
import Glibc
package import HoldfastCore

extension KeychainError {
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

    static let noKeyring = KeychainError(
        .unsupported, "there is no Secret Service on the session bus",
        advice: "start gnome-keyring, or whichever program is to keep the items")

    /// A service that shows other attributes than an item was given, as KeePassXC adds some.
    static let keyringKeepsOtherAttributes = KeychainError(
        .unsupported, "the keyring changes the attributes of items",
        advice: "use gnome-keyring, or the vault")

    static let keyringKeepsOtherBytes = KeychainError(
        .unsupported, "the keyring does not give these bytes back as they were",
        advice: "store text, or use another keyring")

    static let keyringAsks = KeychainError(
        .authRequired, "the keyring wants to ask a person first",
        advice: "allow it in the settings of the keyring's program")

    static let strangeKeyring = KeychainError(
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
