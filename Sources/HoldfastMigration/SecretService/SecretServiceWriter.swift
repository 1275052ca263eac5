/// Who wrote the items of a Secret Service (gnome-keyring, KWallet, KeePassXC) that are to move.
public enum SecretServiceWriter: Sendable, Equatable {
    /// `secret-tool`: items whose attributes are their user's own.
    ///
    /// Only items with all of these attributes move; with none given, all items that bear no schema
    /// of a program. An item is named by its attributes `service` and `username` (or `user`, or
    /// `account`), and by its label where it lacks them.
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
        switch self {
        case .pythonKeyring:
            // Others write the first two as well: only the third tells who it was.
            guard attributes["application"] == "Python keyring library",
                let service = attributes["service"], let account = attributes["username"]
            else { return nil }
            return (service, account)
        case .secretTool(let wanted):
            guard wanted.allSatisfy({ attributes[$0.key] == $0.value }) else { return nil }
            let schema = attributes["xdg:schema"] ?? Self.genericSchema
            if wanted.isEmpty && schema != Self.genericSchema { return nil }
            let account = ["username", "user", "account"].compactMap { attributes[$0] }.first
            return (attributes["service"] ?? "secret-tool", account ?? label)
        }
    }

    private static let genericSchema = "org.freedesktop.Secret.Generic"
}
