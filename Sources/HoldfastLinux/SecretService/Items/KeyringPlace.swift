#if os(Linux) && SecretService
import HoldfastCore

/// The collection that a call works on, and who keeps it.
struct KeyringPlace {
    let calls: any KeyringCalls
    /// The unique name of the service's connection.
    let owner: String
    let collection: String

    /// The items that have attributes among others, each looked at.
    ///
    /// - Parameter attributes: what each has.
    /// - Returns: the items, none of which is locked.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if one is locked, the conflict `versionChanged` if items
    ///   come and go for as long as it looks.
    func items(with attributes: KeyringAttributes) throws(KeychainError) -> [KeyringItem] {
        for _ in 0..<Self.maximumAttempts {
            do throws(KeychainError) {
                var items: [KeyringItem] = []
                for path in try calls.search(collection, attributes) {
                    items.append(try calls.item(path).withoutShownByKeePass())
                }
                // One that went away may have made room for a newer one: look again.
                return items
            } catch  where error == .keyringItemGone {
                continue
            }
        }
        throw StoreConflict.versionChanged.error
    }

    /// Makes sure that what was not found is not there: the collection is not locked now, and it
    /// is the same service that has been asked.
    ///
    /// A service answers a search in a locked collection with nothing.
    func vouchForAbsence() throws(KeychainError) {
        if try calls.isLocked(collection) { throw KeychainError.keyringLocked }
        if try calls.owner() != owner { throw KeychainError.keyringReplaced }
    }

    /// Why an item is locked: with its collection, which may have been locked since it was looked
    /// at, or by itself.
    func reasonForLock() throws(KeychainError) -> KeychainError {
        try calls.isLocked(collection) ? .keyringLocked : .keyringHoldsItem
    }

    /// How often a search starts again because an item went away under it.
    static let maximumAttempts = 8
}
#endif
