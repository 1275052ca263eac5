#if os(Linux) && SecretService
public import HoldfastCore

/// How another program lays its items: what must be among the attributes, and nothing else.
///
/// An item with fewer or more attributes is another one, and is never read, changed or removed.
public struct SecretServiceMapping: Sendable, Equatable {
    /// The value of `xdg:schema`; `nil` for items that were made without one.
    public let schema: String?
    /// The attribute that holds a key's service.
    public let serviceAttribute: String
    /// The attribute that holds a key's account.
    public let accountAttribute: String
    /// Attributes that all items have, with these values.
    public let fixedAttributes: [String: String]

    /// Takes a layout.
    ///
    /// - Parameters:
    ///   - schema: the value of `xdg:schema`; `nil` for items that were made without one.
    ///   - serviceAttribute: the attribute that holds a key's service.
    ///   - accountAttribute: the attribute that holds a key's account.
    ///   - fixedAttributes: attributes that all items have.
    /// - Throws: `INVALID_ARGUMENT` if two of the attributes have one name, or one has none.
    public init(
        schema: String? = nil, serviceAttribute: String = "service",
        accountAttribute: String = "username", fixedAttributes: [String: String] = [:]
    ) throws(KeychainError) {
        let names = [serviceAttribute, accountAttribute, "xdg:schema"] + fixedAttributes.keys
        let texts = names + fixedAttributes.values + [schema ?? "-"]
        guard Set(names).count == names.count,
            texts.allSatisfy({ !$0.isEmpty && !$0.unicodeScalars.contains("\u{0}") })
        else {
            throw KeychainError(
                .invalidArgument,
                "the attributes of a layout have different names, and texts in"
                    + " them, without U+0000")
        }
        self.init(
            checked: schema, service: serviceAttribute, account: accountAttribute,
            fixed: fixedAttributes)
    }

    private init(checked: String?, service: String, account: String, fixed: [String: String]) {
        (schema, serviceAttribute, accountAttribute) = (checked, service, account)
        fixedAttributes = fixed
    }

    /// Items of Python's `keyring`, by its backend for the Secret Service.
    ///
    /// - Note: `keyring/backends/SecretService.py`: `service`, `username`, and an `application`.
    public static let pythonKeyring = SecretServiceMapping(
        checked: nil, service: "service", account: "username",
        fixed: ["application": "Python keyring library"])

    /// Items that `secret-tool store service SERVICE username ACCOUNT` makes.
    public static let secretTool = SecretServiceMapping(
        checked: nil, service: "service", account: "username", fixed: [:])
}

extension SecretServiceMapping {
    /// What every item of the layout has.
    var commonAttributes: KeyringAttributes {
        var attributes = KeyringAttributes(
            fixedAttributes.map { (name: $0.key, value: $0.value) })
        attributes[KeyringAttributes.schemaName] = schema
        return attributes
    }

    /// All attributes of an item.
    func attributes(of key: ItemKey) -> KeyringAttributes {
        var attributes = commonAttributes
        attributes[serviceAttribute] = key.service
        attributes[accountAttribute] = key.account
        return attributes
    }

    /// The key of an item that was found; `nil` for one of another layout, or whose names no key
    /// can have.
    func key(of found: KeyringAttributes) -> ItemKey? {
        guard let service = found[serviceAttribute], let account = found[accountAttribute],
            let key = Result(catching: { () throws(KeychainError) in
                try ItemKey(service: service, account: account)
            }).success,
            found.withoutGenericSchema(unless: schema) == attributes(of: key)
        else { return nil }
        return key
    }
}

extension KeyringAttributes {
    static let schemaName = "xdg:schema"

    /// Without the schema that gnome-keyring gives an item which was made without one.
    fileprivate func withoutGenericSchema(unless schema: String?) -> KeyringAttributes {
        guard schema == nil, self[Self.schemaName] == "org.freedesktop.Secret.Generic" else {
            return self
        }
        var attributes = self
        attributes[Self.schemaName] = nil
        return attributes
    }
}

extension Result {
    fileprivate var success: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
#endif
