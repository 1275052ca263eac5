import HoldfastCore

/// The names under which an identity keeps its keys and items.
enum IdentityNames {
    static let service = "holdfast.identity"

    /// A name of the identity's service.
    static func key(_ account: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: account)
    }

    /// Keeps the record, where no database's backup brings it.
    static func marker() throws(KeychainError) -> ItemKey { try key("marker") }
    /// Proves that the store answers for items of this class.
    static func sentinel() throws(KeychainError) -> ItemKey { try key("sentinel") }
    /// Says what is under way, so that a start after a death goes on with it.
    static func intent() throws(KeychainError) -> ItemKey { try key("intent") }
}
