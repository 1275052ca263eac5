import HoldfastApple

/// Which rows of the keychain to look at.
struct ForeignPlace: Sendable, Equatable {
    /// A value of ``SecItemName/itemClass``.
    let itemClass: String
    /// The service of generic passwords, the server of internet passwords.
    let name: String
    /// The port of internet passwords; `nil` for any.
    let port: Int?
    /// The access group; `nil` for all of the app's.
    let accessGroup: String?

    init(service: String, accessGroup: String? = nil) {
        itemClass = SecItemName.genericPassword
        name = service
        port = nil
        self.accessGroup = accessGroup
    }

    init(server: String, port: Int?) {
        itemClass = SecItemName.internetPassword
        name = server
        self.port = port
        accessGroup = nil
    }

    /// What finds the rows, and perhaps others: see ``holds(_:)``.
    var query: SecItemDictionary {
        var query: SecItemDictionary = [
            SecItemName.itemClass: .text(itemClass),
            SecItemName.synchronizable: .text(SecItemName.synchronizableAny),
            SecItemName.dataProtectionKeychain: .flag(true),
        ]
        // A row without a service is found only by a query without one.
        if !name.isEmpty { query[ForeignRow.nameAttribute(of: itemClass)] = .text(name) }
        if let port { query[SecItemName.port] = .number(port) }
        if let accessGroup { query[SecItemName.accessGroup] = .text(accessGroup) }
        return query
    }

    /// Whether a row that was found is one of those.
    func holds(_ row: ForeignRow) -> Bool {
        row.service.utf8.elementsEqual(name.utf8)
            && (accessGroup == nil || row.group == accessGroup)
    }
}
