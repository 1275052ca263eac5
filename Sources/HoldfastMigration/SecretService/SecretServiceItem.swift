#if os(Linux)
import HoldfastCore
import HoldfastLinux

/// An item of a keyring without its secret.
struct SecretServiceItem {
    let path: String
    let label: String
    let attributes: [String: String]
    let isLocked: Bool

    init(_ path: String, _ properties: [String: DBusValue]) throws(KeychainError) {
        guard let label = properties["Label"]?.text,
            let entries = properties["Attributes"]?.members,
            case .number(let locked)? = properties["Locked"]
        else { throw KeychainError.strangeKeyring }
        self.path = path
        self.label = label
        attributes = entries.compactMapValues(\.text)
        isLocked = locked != 0
    }

    /// How the item is found again: its path, and what it was, since a path may be used again.
    ///
    /// Without the name of its schema: gnome-keyring gives an item that has none another one once
    /// it has read its file anew.
    var handle: String {
        let pairs = attributes.filter { $0.key != "xdg:schema" }.sorted { $0.key < $1.key }
            .flatMap { [$0.key, $0.value] }
        return ([path, label] + pairs).map { "\($0.utf8.count):\($0)" }.joined()
    }
}
#endif
