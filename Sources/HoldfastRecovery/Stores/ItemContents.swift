public import HoldfastCore

/// What of an item store goes into a backup: the items that may leave the device, and the contacts.
///
/// Items of one device only, device keys, and whatever lies under a service that is `holdfast` or
/// begins with `holdfast.` go into none (P7). Contacts are items of a service of their own, each of
/// them a ``HoldfastE2EE/ContactPin`` and no secret; they go in whatever their class is.
public struct ItemContents: Sendable {
    /// The items.
    public let store: any ItemStore
    /// The service whose items are the contacts' pins, named as the person calls them.
    public let contactsService: String

    /// Names a store; nothing is read.
    ///
    /// - Parameters:
    ///   - store: any item store: a keychain, a keystore, a vault.
    ///   - contactsService: the service whose items are the contacts' pins.
    public init(_ store: any ItemStore, contactsService: String = "holdfast.contacts") {
        self.store = store
        self.contactsService = contactsService
    }

    /// Begins to read items or contacts; those that cannot be opened, or demand a person, are records
    /// without a value.
    ///
    /// - Parameter table: items or contacts.
    /// - Returns: a cursor, which gives nothing for any other table.
    public func cursor(over table: BackupTable) -> any BackupCursor {
        switch table {
        case .items: ItemCursor(store)
        case .contacts: ContactCursor(store, contactsService)
        case .messages, .log, .settings: RecordCursor([])
        }
    }
}
