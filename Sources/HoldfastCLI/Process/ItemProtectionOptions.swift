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
        (use, accessibility, accessControl, authValiditySeconds) = (nil, nil, nil, nil)
    }

    /// Takes what an import says.
    init(accessibility: Accessibility?, accessControl: AccessControl?, authValiditySeconds: Int?) {
        use = nil
        self.accessibility = accessibility
        self.accessControl = accessControl
        self.authValiditySeconds = authValiditySeconds
    }

    /// Takes the options `--use`, `--accessible`, `--access-control` and `--auth-validity`.
    init(_ arguments: ParsedArguments) throws(Failure) {
        accessibility = try arguments.choice(of: .accessible)
        accessControl = try arguments.choice(of: .accessControl)
        authValiditySeconds = try arguments.number(
            of: .authValidity, in: 0...ItemProtection.maximumAuthValiditySeconds)
        let word: UseWord? = try arguments.choice(of: .use)
        use = word?.use
        let other = arguments.firstGiven(of: [.accessible, .accessControl, .authValidity])
        if use != nil, let other {
            throw Failure.usage(
                "--use picks the whole protection, so --\(other.name) cannot stand beside it",
                of: arguments.command)
        }
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

/// The words of `--use`.
private enum UseWord: String {
    case background
    case foreground
    case highValue = "high-value"

    var use: KeyUse {
        switch self {
        case .background: .background
        case .foreground: .foreground
        case .highValue: .highValue
        }
    }
}
