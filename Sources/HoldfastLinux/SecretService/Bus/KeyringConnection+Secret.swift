#if os(Linux) && SecretService
import CSecret
import Glibc
import HoldfastCore
import HoldfastCrypto

/// A connection to the session bus of the store's own, and a session with the keyring on it.
///
/// Not the connection that a process shares: that one ends the process when the bus goes away.
/// What is called is the unique name of the service's connection, so that a keyring which takes
/// the service over cannot answer for the one that went.
final class KeyringConnection: KeyringCalls {
    private let connection: OpaquePointer
    private let timeLimit: Duration
    private var limit: TimeLimit
    /// Whether the operation may have a person asked, and until when.
    private var asking: (permission: PromptPermission, limit: TimeLimit)?
    private var peer: KeyringPeer?

    /// Connects.
    ///
    /// - Throws: `UNSUPPORTED` if there is no bus, `UNKNOWN` (`ETIMEDOUT`) if it does not answer.
    init(to address: String, timeLimit: Duration) throws(KeychainError) {
        self.timeLimit = timeLimit
        let limit = TimeLimit(timeLimit)
        self.limit = limit
        var error: UnsafeMutablePointer<GError>?
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let opened = limit.run { cancellable in
            g_dbus_connection_new_for_address_sync(address, flags, nil, cancellable, &error)
        }
        guard let opened else {
            let failure = KeychainError(taking: error, gone: .noBus)
            throw failure.nativeCode == Int(ETIMEDOUT) ? failure : .noBus
        }
        connection = opened
    }

    deinit {
        peer = nil
        // Without it the socket stays open for as long as anything of GLib's own refers to it. What
        // keeps a dead bus from closing changes nothing for anybody.
        _ = TimeLimit(.seconds(1)).run { g_dbus_connection_close_sync(connection, $0, nil) }
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    var isOpen: Bool { g_dbus_connection_is_closed(connection) == 0 }

    func beginOperation(asking permission: PromptPermission?) {
        limit = TimeLimit(timeLimit)
        asking = permission.map { ($0, TimeLimit($0.limit)) }
    }

    func owner() throws(KeychainError) -> String {
        if let owner = try currentOwner() { return owner }
        do {
            _ = try bus(
                "StartServiceByName", .tuple([.string(Self.serviceName), .number(0)]), "(u)")
        } catch  where error.nativeDomain == "dbus" || error == .keyringWentAway {
            // Nobody offers it, or what offers it cannot be started.
            throw KeychainError.noKeyring
        }
        guard let owner = try currentOwner() else { throw KeychainError.noKeyring }
        return owner
    }

    func openSession(with owner: String) throws(KeychainError) {
        if peer?.name == owner { return }
        peer = nil
        let isKeePass = try currentOwner(of: Self.keePassName) == owner
        peer = try KeyringPeer(owner, isKeePass: isKeePass, on: connection, limit)
    }

    func collection(alias: String) throws(KeychainError) -> String? {
        let answer = try call(
            Self.root, "org.freedesktop.Secret.Service", "ReadAlias", .tuple([.string(alias)]),
            "(o)")
        let path = answer.members[0].text
        return path == "/" ? nil : path
    }

    func collections() throws(KeychainError) -> [String] {
        try property("Collections", "ao", of: Self.root, "Service").members.map(\.text)
    }

    func label(of collection: String) throws(KeychainError) -> String {
        try property("Label", "s", of: collection, "Collection").text
    }

    func isLocked(_ collection: String) throws(KeychainError) -> Bool {
        try property("Locked", "b", of: collection, "Collection").flag
    }

    func search(
        _ collection: String, _ attributes: KeyringAttributes
    ) throws(KeychainError) -> [String] {
        try call(
            collection, "org.freedesktop.Secret.Collection", "SearchItems",
            .tuple([.attributes(attributes)]), "(ao)"
        ).members[0].members.map(\.text)
    }

    func item(_ path: String) throws(KeychainError) -> KeyringItem {
        let answer = try call(
            path, "org.freedesktop.DBus.Properties", "GetAll",
            .tuple([.string("org.freedesktop.Secret.Item")]), "(a{sv})", gone: .keyringItemGone
        ).members[0]
        guard let attributes = answer.property("Attributes", type: "a{ss}"),
            let locked = answer.property("Locked", type: "b"),
            let created = answer.property("Created", type: "t"),
            let modified = answer.property("Modified", type: "t")
        else { throw KeychainError.strangeKeyring }
        return KeyringItem(
            path: path, attributes: attributes.asAttributes, isLocked: locked.flag,
            created: UnixTime(seconds: Int64(clamping: created.seconds)),
            modified: UnixTime(seconds: Int64(clamping: modified.seconds)))
    }

    func secret(of path: String) throws(KeychainError) -> SecretBytes {
        let peer = try session()
        let answer = try call(
            path, "org.freedesktop.Secret.Item", "GetSecret",
            .tuple([.objectPath(peer.sessionPath)]), "((oayays))", gone: .keyringItemGone)
        return try peer.opened(answer.members[0])
    }

    func create(
        _ secret: SecretBytes, attributes: KeyringAttributes, label: String,
        in collection: String
    ) throws(KeychainError) -> String {
        var label = label
        if try session().isKeePass {
            label = KeePassText.label(label)
            let texts = attributes.pairs.flatMap { [$0.name, $0.value] } + [Array(label.utf8)]
            // Refused before it is called: it makes an entry first, which then stays.
            guard texts.allSatisfy(KeePassText.keepsName) else {
                throw KeychainError.keyringChangesName
            }
        }
        let properties = Variant.dictionary(
            [
                (.string("org.freedesktop.Secret.Item.Label"), .boxed(.string(label))),
                (
                    .string("org.freedesktop.Secret.Item.Attributes"),
                    .boxed(.attributes(attributes))
                ),
            ], entryType: "{sv}")
        let answer = try call(
            collection, "org.freedesktop.Secret.Collection", "CreateItem",
            .tuple([properties, try session().sealed(secret), .flag(false)]), "(oo)")
        let prompt = answer.members[1].text
        if prompt == "/" { return answer.members[0].text }
        let made = try perform(prompt)
        guard made.isOf(type: "o"), made.text != "/" else { throw KeychainError.strangeKeyring }
        return made.text
    }

    func set(_ secret: SecretBytes, of path: String) throws(KeychainError) {
        _ = try call(
            path, "org.freedesktop.Secret.Item", "SetSecret",
            .tuple([try session().sealed(secret)]), "()", gone: .keyringItemGone)
    }

    func remove(_ path: String) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            let answer = try call(
                path, "org.freedesktop.Secret.Item", "Delete", nil, "(o)", gone: .keyringItemGone)
            let prompt = answer.members[0].text
            if prompt != "/" { _ = try perform(prompt) }
            return true
        } catch  where error == .keyringItemGone {
            return false
        }
    }

    func lockWriters() throws(KeychainError) {
        // The name of a bus is a lock: one connection has it, those who share the service share
        // the bus, and it goes with the process. Flag 4 is DBUS_NAME_FLAG_DO_NOT_QUEUE.
        while true {
            let answer = try bus(
                "RequestName", .tuple([.string(Self.writerName), .number(4)]), "(u)")
            // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
            if answer.members[0].number == 1 { return }
            if limit.isOver { throw KeychainError.keyringBusy }
            usleep(2_000)
        }
    }

    func unlockWriters() throws(KeychainError) {
        _ = try bus("ReleaseName", .tuple([.string(Self.writerName)]), "(u)")
    }

    func unlock(_ collection: String) throws(KeychainError) -> Bool {
        let answer = try call(
            Self.root, "org.freedesktop.Secret.Service", "Unlock",
            .tuple([.objectPaths([collection])]), "(aoo)")
        let prompt = answer.members[1].text
        if prompt == "/" { return true }
        do throws(KeychainError) {
            // Not dismissed when the time is up: gnome-keyring 42 ends itself at that while it
            // unlocks (an assertion in gkd-secret-unlock.c), and a late answer harms nobody.
            _ = try perform(prompt, dismissing: false)
            return true
        } catch  where error == .keyringDismissed {
            return false
        }
    }

    func hasPrompter(_ owner: String) throws(KeychainError) -> Bool {
        guard try currentOwner(of: Self.gnomeName) == owner else { return true }
        for list in ["ListNames", "ListActivatableNames"] {
            let names = try bus(list, .tuple([]), "(as)").members[0].members.map(\.text)
            if names.contains(Self.prompterName) { return true }
        }
        return false
    }

    // MARK: - One call

    private func currentOwner(
        of name: String = serviceName
    ) throws(KeychainError) -> String? {
        do throws(KeychainError) {
            let answer = try bus("GetNameOwner", .tuple([.string(name)]), "(s)")
            return answer.members[0].text
        } catch  where error == .keyringWentAway && isOpen {
            return nil
        }
    }

    private func session() throws(KeychainError) -> KeyringPeer {
        guard let peer else { throw KeychainError.keyringWentAway }
        return peer
    }

    /// Performs a prompt that the service made instead of doing what it was told, or ends it if
    /// nobody may be asked.
    private func perform(
        _ path: String, dismissing: Bool = true
    ) throws(KeychainError) -> Variant {
        guard let asking else {
            _ = try call(path, Self.promptInterface, "Dismiss", nil, "()")
            throw KeychainError.keyringAsks
        }
        // The person's time is not the keyring's.
        defer { limit = TimeLimit(timeLimit) }
        let prompt = KeyringPrompt(path, of: try session().name, on: connection)
        return try prompt.perform(
            within: asking.limit, asking.permission, dismissing: dismissing
        ) { (method, arguments) throws(KeychainError) in
            limit = TimeLimit(timeLimit)
            _ = try call(
                path, Self.promptInterface, method, arguments, "()", gone: .keyringWentAway)
        }
    }

    private func property(
        _ name: String, _ type: String, of path: String, _ interface: String
    ) throws(KeychainError) -> Variant {
        let answer = try call(
            path, "org.freedesktop.DBus.Properties", "Get",
            .tuple([.string("org.freedesktop.Secret." + interface), .string(name)]), "(v)")
        guard let value = answer.members[0].content, value.isOf(type: type) else {
            throw KeychainError.strangeKeyring
        }
        return value
    }

    private func bus(
        _ method: String, _ arguments: Variant, _ reply: String
    ) throws(KeychainError) -> Variant {
        try call(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, reply,
            to: "org.freedesktop.DBus")
    }

    private func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: Variant?,
        _ reply: String, gone: KeychainError = .noCollection, to name: String? = nil
    ) throws(KeychainError) -> Variant {
        let replyType = g_variant_type_new(reply)
        defer { g_variant_type_free(replyType) }
        let receiver: String
        if let name { receiver = name } else { receiver = try session().name }
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_sync(
            connection, receiver, path, interface, method, arguments?.pointer, replyType,
            G_DBUS_CALL_FLAGS_NO_AUTO_START, limit.milliseconds, nil, &error)
        guard let answer else { throw KeychainError(taking: error, gone: gone) }
        return Variant(taking: answer)
    }

    private static let serviceName = "org.freedesktop.secrets"
    private static let gnomeName = "org.gnome.keyring"
    /// KeePassXC's own name, on the same connection: `src/gui/MainWindow.cpp`.
    private static let keePassName = "org.keepassxc.KeePassXC.MainWindow"
    private static let prompterName = "org.gnome.keyring.SystemPrompter"
    private static let promptInterface = "org.freedesktop.Secret.Prompt"
    private static let root = "/org/freedesktop/secrets"
    private static let writerName = "org.holdfast.SecretServiceWriter"
}
#endif
