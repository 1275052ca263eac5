#if os(Linux) && SecretService
package import HoldfastCore
package import HoldfastCrypto

/// The calls of a Secret Service that the store makes, so that tests can answer them (P12).
///
/// Calls block, for no longer than the time limit of their operation. Where the service answers with
/// a prompt, it is performed if the operation has a permission for that and else refused.
///
/// - Note: Secret Service API Draft 0.2, interfaces `Service`, `Collection`, `Item`.
package protocol KeyringCalls: AnyObject {
    /// Whether the bus is still there.
    var isOpen: Bool { get }

    /// Starts the time limit of an operation of several calls.
    ///
    /// - Parameter permission: whether the operation may have a person asked; `nil` if it may not.
    func beginOperation(asking permission: PromptPermission?)

    /// Who has the service's name now; the bus starts one if it can.
    ///
    /// - Returns: the unique name of a connection, which no other one ever gets.
    /// - Throws: `UNSUPPORTED` if there is no service.
    func owner() throws(KeychainError) -> String

    /// Addresses the calls that follow to a connection, and agrees on a key for secrets with it.
    ///
    /// - Parameter owner: its unique name.
    /// - Throws: `UNSUPPORTED` if it offers no encryption.
    func openSession(with owner: String) throws(KeychainError)

    /// The collection behind an alias.
    ///
    /// - Parameter alias: `default` or `session`.
    /// - Returns: an object path, or `nil` if there is none.
    /// - Throws: what kept the service from answering.
    func collection(alias: String) throws(KeychainError) -> String?

    /// All collections.
    ///
    /// - Returns: object paths.
    /// - Throws: what kept the service from answering.
    func collections() throws(KeychainError) -> [String]

    /// The name that a person gave a collection.
    ///
    /// - Parameter collection: its object path.
    /// - Returns: the name.
    /// - Throws: ``HoldfastCore/KeychainError/noCollection`` if it is gone.
    func label(of collection: String) throws(KeychainError) -> String

    /// Whether a collection is locked at this moment; nothing is remembered.
    ///
    /// - Parameter collection: its object path.
    /// - Returns: its property `Locked`.
    /// - Throws: ``HoldfastCore/KeychainError/noCollection`` if it is gone.
    func isLocked(_ collection: String) throws(KeychainError) -> Bool

    /// The items of a collection that have attributes, among others.
    ///
    /// - Parameters:
    ///   - collection: its object path.
    ///   - attributes: what each has.
    /// - Returns: object paths, in no order.
    /// - Throws: ``HoldfastCore/KeychainError/noCollection`` if it is gone.
    func search(
        _ collection: String, _ attributes: KeyringAttributes
    ) throws(KeychainError) -> [String]

    /// What is known of an item without its secret.
    ///
    /// - Parameter path: its object path.
    /// - Returns: the description.
    /// - Throws: ``HoldfastCore/KeychainError/keyringItemGone``.
    func item(_ path: String) throws(KeychainError) -> KeyringItem

    /// An item's secret.
    ///
    /// - Parameter path: its object path.
    /// - Returns: the bytes.
    /// - Throws: ``HoldfastCore/KeychainError/keyringItemGone``,
    ///   ``HoldfastCore/KeychainError/keyringLocked``.
    func secret(of path: String) throws(KeychainError) -> SecretBytes

    /// Makes an item and replaces none.
    ///
    /// - Parameters:
    ///   - secret: its secret.
    ///   - attributes: all of its attributes.
    ///   - label: what a person sees.
    ///   - collection: where it goes.
    /// - Returns: its object path.
    /// - Throws: ``HoldfastCore/KeychainError/keyringLocked``; `AUTH_REQUIRED` if the service would
    ///   ask a person first and may not, `USER_CANCELED` or `SYSTEM_CANCELED` if the question came
    ///   to nothing; nothing is made then.
    func create(
        _ secret: SecretBytes, attributes: KeyringAttributes, label: String,
        in collection: String
    ) throws(KeychainError) -> String

    /// Gives an item another secret, in place.
    ///
    /// - Parameters:
    ///   - secret: the new one.
    ///   - path: the item's object path.
    /// - Throws: ``HoldfastCore/KeychainError/keyringItemGone``,
    ///   ``HoldfastCore/KeychainError/keyringLocked``.
    func set(_ secret: SecretBytes, of path: String) throws(KeychainError)

    /// Removes an item.
    ///
    /// - Parameter path: its object path.
    /// - Returns: whether it was there.
    /// - Throws: ``HoldfastCore/KeychainError/keyringLocked``; `AUTH_REQUIRED` if the service would
    ///   ask a person first and may not, `USER_CANCELED` or `SYSTEM_CANCELED` if the question came
    ///   to nothing; it is still there then.
    func remove(_ path: String) throws(KeychainError) -> Bool

    /// Waits until no other process of ours on this bus writes, and keeps the others waiting.
    ///
    /// - Throws: `UNKNOWN` (`EBUSY`) if one does for longer than the time limit.
    func lockWriters() throws(KeychainError)

    /// Lets the next one write; the end of the process does the same.
    ///
    /// - Throws: what kept the bus from answering.
    func unlockWriters() throws(KeychainError)

    /// Has the service ask the person to unlock a collection.
    ///
    /// - Parameter collection: its object path.
    /// - Returns: whether it is unlocked. That nobody can be asked is `false`.
    /// - Throws: `SYSTEM_CANCELED` if nobody answered in time, `AUTH_REQUIRED` without a permission.
    func unlock(_ collection: String) throws(KeychainError) -> Bool

    /// Whether the service can have a person asked for a password, as far as the bus knows.
    ///
    /// gnome-keyring leaves that to another program; other services have windows of their own.
    ///
    /// - Parameter owner: the unique name of the service's connection.
    /// - Returns: `false` only for a gnome-keyring without such a program.
    /// - Throws: as ``owner()``.
    func hasPrompter(_ owner: String) throws(KeychainError) -> Bool
}
#endif
