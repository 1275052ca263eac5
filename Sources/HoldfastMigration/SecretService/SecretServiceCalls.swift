#if os(Linux)
import HoldfastCore
import HoldfastCrypto

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
        guard let paths = properties["Collections"]?.texts else { throw SecretServiceError.strange }
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
        guard let members = answer.first?.members else { throw SecretServiceError.strange }
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
            throw SecretServiceError.strange
        }
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: path, interface: Self.interface("Item"),
                member: "GetSecret", signature: "o", arguments: [.text(session)]))
        guard let fields = answer.first?.fields, fields.count == 4, let value = fields[2].bytes
        else { throw SecretServiceError.strange }
        return value
    }

    /// Removes an item.
    func remove(_ path: String) throws(KeychainError) {
        let answer = try connection.call(
            DBusCall(
                destination: Self.service, path: path, interface: Self.interface("Item"),
                member: "Delete"))
        // "/" says that it is done; anything else is a prompt that nobody has seen yet.
        guard let prompt = answer.first?.text else { throw SecretServiceError.strange }
        if prompt != "/" { throw SecretServiceError.asks }
    }

    static func interface(_ name: String) -> String { "org.freedesktop.Secret.\(name)" }

    private static let service = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
}
#endif
