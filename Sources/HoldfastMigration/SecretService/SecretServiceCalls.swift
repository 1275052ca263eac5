#if os(Linux)
import HoldfastCore
import HoldfastCrypto
import HoldfastLinux

/// The calls of the Secret Service that a migration needs, on one connection.
///
/// - Note: Secret Service API 0.2, interfaces `Service`, `Collection` and `Item`.
struct SecretServiceCalls {
    private let connection: DBusConnection

    init(_ address: DBusAddress) throws(KeychainError) {
        connection = try DBusConnection(to: address)
    }

    /// The paths of all collections.
    func collections() throws(KeychainError) -> [String] {
        let properties = try properties(of: Self.root, Self.interface("Service"))
        guard let paths = properties["Collections"]?.texts else {
            throw KeychainError.strangeKeyring
        }
        return paths
    }

    /// Everything that is known of a collection or an item without its secret.
    func properties(
        of path: String, _ interface: String
    ) throws(KeychainError) -> [String: DBusValue] {
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: path,
                interface: "org.freedesktop.DBus.Properties", member: "GetAll", signature: "s",
                arguments: [.text(interface)]))
        guard let members = answer.first?.members else { throw KeychainError.strangeKeyring }
        return members
    }

    /// An item's secret.
    ///
    /// In a session without encryption of its own: between the keyring and us stands only the bus
    /// of this user, which other users cannot listen to.
    func secret(of path: String) throws(KeychainError) -> SecretBytes {
        let opened = try connection.call(
            DBusCall(
                destination: Self.service, path: Self.root, interface: Self.interface("Service"),
                member: "OpenSession", signature: "sv",
                arguments: [.text("plain"), .variantText("")]))
        guard opened.count == 2, let session = opened[1].text else {
            throw KeychainError.strangeKeyring
        }
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: path, interface: Self.interface("Item"),
                member: "GetSecret", signature: "o", arguments: [.text(session)]))
        guard let fields = answer.first?.fields, fields.count == 4, let value = fields[2].bytes
        else { throw KeychainError.strangeKeyring }
        return value
    }

    /// Removes an item.
    func remove(_ path: String) throws(KeychainError) {
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: path, interface: Self.interface("Item"),
                member: "Delete"))
        // "/" says that it is done; anything else is a prompt that nobody has seen yet.
        guard let prompt = answer.first?.text else { throw KeychainError.strangeKeyring }
        if prompt != "/" { throw SecretServiceError.asks }
    }

    /// Asks the keyring to unlock collections or items.
    ///
    /// - Returns: the path of the prompt that has to be shown; `nil` if that was all.
    func unlock(_ paths: [String]) throws(KeychainError) -> String? {
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: Self.root, interface: Self.interface("Service"),
                member: "Unlock", signature: "ao", arguments: [.paths(paths)]))
        guard answer.count == 2, let prompt = answer[1].text else {
            throw KeychainError.strangeKeyring
        }
        return prompt == "/" ? nil : prompt
    }

    /// Has the keyring show a prompt, and waits for its end.
    ///
    /// - Throws: `USER_CANCELED` if it was closed, `UNSUPPORTED` if nothing could show it,
    ///   `SYSTEM_CANCELED` if the time is up.
    func show(_ prompt: String, within limit: Duration) throws(KeychainError) {
        let owner = try bus("GetNameOwner", Self.service)
        guard let owner = owner?.text else { throw KeychainError.strangeKeyring }
        // Some keyrings send the signal to everybody who wants it, others to the caller alone.
        _ = try bus(
            "AddMatch",
            "type='signal',sender='\(Self.service)',interface='\(Self.interface("Prompt"))',"
                + "member='Completed',path='\(prompt)'")
        _ = try connection.call(
            DBusCall(
                destination: Self.service, path: prompt, interface: Self.interface("Prompt"),
                member: "Prompt", signature: "s", arguments: [.text("")]))
        let signal = try connection.signal(
            Self.interface("Prompt.Completed"), path: prompt, from: owner, within: limit)
        // Its window stays, and is not dismissed: gnome-keyring 42 ends itself at that while it unlocks
        // (an assertion in gkd-secret-unlock.c), which would take the keyring from the whole session.
        guard let signal else { throw SecretServiceError.unanswered }
        guard case .number(let isDismissed)? = signal.first else {
            throw KeychainError.strangeKeyring
        }
        guard isDismissed != 0 else { return }
        throw try hasNoPrompter(owner)
            ? SecretServiceError.noPrompter : SecretServiceError.dismissed
    }

    /// Whether it is gnome-keyring, which calls a prompt closed that it could not show.
    private func hasNoPrompter(_ owner: String) throws(KeychainError) -> Bool {
        guard try isOwned("org.gnome.keyring"),
            try bus("GetNameOwner", "org.gnome.keyring")?.text == owner,
            try !isOwned(Self.prompter)
        else { return false }
        let activatable = try bus("ListActivatableNames")?.texts ?? []
        return !activatable.contains(Self.prompter)
    }

    private func isOwned(_ name: String) throws(KeychainError) -> Bool {
        guard case .number(let isOwned)? = try bus("NameHasOwner", name) else {
            throw KeychainError.strangeKeyring
        }
        return isOwned != 0
    }

    private func bus(
        _ member: String, _ argument: String? = nil
    ) throws(KeychainError) -> DBusValue? {
        let name = "org.freedesktop.DBus"
        var call = DBusCall(
            destination: name, path: "/org/freedesktop/DBus", interface: name, member: member)
        if let argument {
            call.signature = "s"
            call.arguments = [.text(argument)]
        }
        return try connection.call(call).first
    }

    private static let prompter = "org.gnome.keyring.SystemPrompter"

    static func interface(_ name: String) -> String { "org.freedesktop.Secret.\(name)" }

    private static let service = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
}
#endif
