/// Who wrote the items of a Secret Service (gnome-keyring, KWallet, KeePassXC) that are to move.
public enum SecretServiceWriter: Sendable, Equatable {
    /// `secret-tool`: items whose attributes are their user's own.
    ///
    /// Only items with all of these attributes move; with none given, all of its items. Those of
    /// another program (another schema, or Python's `keyring`) never move, unless the attributes
    /// name that program's `xdg:schema`. An item is named by its attributes `service` and `username`
    /// (or `user`, or `account`), and by its label where it lacks them.
    case secretTool(attributes: [String: String])

    /// Python's `keyring`, by either of its two backends for the Secret Service.
    case pythonKeyring
}

extension SecretServiceWriter {
    /// Whose an item is, by its attributes and label.
    ///
    /// - Returns: service and name; `nil` for an item of somebody else.
    func name(
        of attributes: [String: String], label: String
    ) -> (service: String, account: String)? {
        // Others write service and username as well: only this tells who it was.
        let isPythons = attributes["application"] == "Python keyring library"
        let schema = attributes[Self.schemaName] ?? Self.genericSchema
        switch self {
        case .pythonKeyring:
            guard isPythons, schema == Self.genericSchema,
                let service = attributes["service"], let account = attributes["username"]
            else { return nil }
            return (service, account)
        case .secretTool(let wanted):
            guard !isPythons, schema == wanted[Self.schemaName] ?? Self.genericSchema,
                wanted.allSatisfy({ $0.key == Self.schemaName || attributes[$0.key] == $0.value })
            else { return nil }
            let account = ["username", "user", "account"].compactMap { attributes[$0] }.first
            return (attributes["service"] ?? "secret-tool", account ?? label)
        }
    }

    private static let schemaName = "xdg:schema"
    /// What an item bears that was written without a schema of a program's own.
    private static let genericSchema = "org.freedesktop.Secret.Generic"
}
