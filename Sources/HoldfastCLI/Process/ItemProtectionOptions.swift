import HoldfastCore

/// What a command line says about an item's protection: all of it, parts of it, or nothing.
struct ItemProtectionOptions: Sendable {
    private let use: KeyUse?
    private let accessibility: Accessibility?
    private let accessControl: AccessControl?
    private let authValiditySeconds: Int?

    /// How the tool protects a new item where nothing is said: exports and backups hold it.
    static let standard = ItemProtection(accessibility: .afterFirstUnlock)

    /// Says nothing.
    init() {
        self.init(accessibility: nil, accessControl: nil, authValiditySeconds: nil)
    }

    /// Takes what an import or a command line says.
    init(
        use: KeyUse? = nil, accessibility: Accessibility?, accessControl: AccessControl?,
        authValiditySeconds: Int?
    ) {
        self.use = use
        self.accessibility = accessibility
        self.accessControl = accessControl
        self.authValiditySeconds = authValiditySeconds
    }

    /// The protection to write with.
    ///
    /// - Parameter existing: the item's present protection, `nil` for a new item.
    /// - Returns: `nil` if an existing item keeps what it has.
    func protection(over existing: ItemProtection?) -> ItemProtection? {
        if let use { return use.protection }
        let saysNothing =
            accessibility == nil && accessControl == nil && authValiditySeconds == nil
        if saysNothing, existing != nil { return nil }
        // What is not said stays: naming a class must not silently drop an access control.
        var protection = existing ?? Self.standard
        if let accessibility { protection.accessibility = accessibility }
        if let accessControl { protection.accessControl = accessControl }
        if let authValiditySeconds { protection.authValiditySeconds = authValiditySeconds }
        if accessControl == AccessControl.none, authValiditySeconds == nil {
            protection.authValiditySeconds = 0
        }
        return protection
    }
}
