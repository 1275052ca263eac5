#if os(Linux)
public import HoldfastCore
public import HoldfastCrypto
import HoldfastLinux

/// Items in the keyring of a Linux desktop, through the Secret Service on the session bus.
///
/// A migration unlocks nothing and shows no prompt: a locked collection is reported as one. Who wants
/// it unlocked calls ``unlock(within:)`` first.
public struct SecretServiceSource: MigrationSource {
    private let writer: SecretServiceWriter
    private let environment: SourceEnvironment
    // The bus may take its time.
    private let queue = BlockingQueue(label: "holdfast.migration.secret-service")

    /// Takes the writer and the place.
    ///
    /// - Parameters:
    ///   - writer: whose items are to move.
    ///   - environment: `NAME=value` each; `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` says
    ///     where the bus is.
    public init(_ writer: SecretServiceWriter, environment: [[UInt8]]) {
        self.writer = writer
        self.environment = SourceEnvironment(entries: environment)
    }

    /// Has the keyring unlock what is locked, which asks the person with a prompt of its own.
    ///
    /// It stays unlocked afterwards, as after a login. Where nothing is locked, nobody is asked.
    ///
    /// - Parameter limit: how long to wait for the answer to one prompt. Its window stays when the time
    ///   is up, and an answer that comes later unlocks all the same.
    /// - Throws: `USER_CANCELED` if the person closed the prompt, `SYSTEM_CANCELED` if nobody
    ///   answered it in time, `UNSUPPORTED` without a session bus, a Secret Service, or a program
    ///   that could show its prompt. What is unlocked by then stays so.
    /// - Note: Secret Service API 0.2, "Prompts and Prompting".
    public func unlock(within limit: Duration = .seconds(120)) async throws(KeychainError) {
        let (writer, environment) = (writer, environment)
        try await queue.run { () throws(KeychainError) in
            let calls = try SecretServiceCalls(DBusAddress(environment: environment))
            for isOfItems in [false, true] {
                let locked = try Self.locked(calls, writer, isOfItems: isOfItems)
                if locked.isEmpty { continue }
                if let prompt = try calls.unlock(locked) {
                    try calls.show(prompt, within: limit)
                }
            }
        }
    }

    /// The items of the writer in all collections, without their secrets.
    ///
    /// - Returns: what can move, and each locked collection as an obstacle.
    /// - Throws: `UNSUPPORTED` without a session bus or a Secret Service on it.
    public func listing() async throws(KeychainError) -> MigrationListing {
        let (writer, environment) = (writer, environment)
        return try await queue.run { () throws(KeychainError) in
            let calls = try SecretServiceCalls(DBusAddress(environment: environment))
            var listing = MigrationListing()
            for collection in try calls.collections() {
                try Self.list(collection, calls, writer, &listing)
            }
            return listing
        }
    }

    /// Reads an item's secret.
    ///
    /// - Parameter item: as listed.
    /// - Returns: the bytes; `nil` if the item is gone or another one by now.
    /// - Throws: `INTERACTION_NOT_ALLOWED` if it is locked.
    public func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let environment = environment
        return try await queue.run { () throws(KeychainError) in
            let calls = try SecretServiceCalls(DBusAddress(environment: environment))
            guard let path = try Self.path(of: item, calls) else { return nil }
            return try calls.secret(of: path)
        }
    }

    /// Removes an item.
    ///
    /// - Parameter item: as listed.
    /// - Throws: `AUTH_REQUIRED` if the keyring would ask first, `INTERACTION_NOT_ALLOWED` if it is
    ///   locked. The item is still there then.
    public func remove(_ item: MigrationItem) async throws(KeychainError) {
        let environment = environment
        try await queue.run { () throws(KeychainError) in
            let calls = try SecretServiceCalls(DBusAddress(environment: environment))
            guard let path = try Self.path(of: item, calls) else { return }
            try calls.remove(path)
        }
    }

    /// The paths of locked collections, or of the writer's locked items in open ones.
    private static func locked(
        _ calls: SecretServiceCalls, _ writer: SecretServiceWriter, isOfItems: Bool
    ) throws(KeychainError) -> [String] {
        var found: [String] = []
        for collection in try calls.collections() {
            let properties = try calls.properties(
                of: collection, SecretServiceCalls.interface("Collection"))
            guard let paths = properties["Items"]?.texts,
                case .number(let locked)? = properties["Locked"]
            else { throw KeychainError.strangeKeyring }
            if !isOfItems && locked != 0 { found.append(collection) }
            guard isOfItems && locked == 0 else { continue }
            for path in paths {
                guard let item = try item(path, calls), item.isLocked,
                    writer.name(of: item.attributes, label: item.label) != nil
                else { continue }
                found.append(path)
            }
        }
        return found
    }

    private static func list(
        _ collection: String, _ calls: SecretServiceCalls, _ writer: SecretServiceWriter,
        _ listing: inout MigrationListing
    ) throws(KeychainError) {
        let properties = try calls.properties(
            of: collection, SecretServiceCalls.interface("Collection"))
        guard let paths = properties["Items"]?.texts, let label = properties["Label"]?.text,
            case .number(let locked)? = properties["Locked"]
        else { throw KeychainError.strangeKeyring }
        if locked != 0 {
            // Its items may not even tell whose they are, so it stands here as a whole.
            let name = label.isEmpty ? collection : label
            listing.obstacles.append(
                .init(service: "", name: name, error: SecretServiceError.locked))
            return
        }
        for path in paths {
            guard let item = try item(path, calls),
                let name = writer.name(of: item.attributes, label: item.label)
            else { continue }
            if item.isLocked {
                listing.obstacles.append(
                    .init(
                        service: name.service, name: name.account,
                        error: SecretServiceError.locked))
            } else {
                listing.items.append(
                    MigrationItem(
                        handle: item.handle, service: name.service, account: name.account))
            }
        }
    }

    /// An item by its path; `nil` if it is gone.
    private static func item(
        _ path: String, _ calls: SecretServiceCalls
    ) throws(KeychainError) -> SecretServiceItem? {
        do throws(KeychainError) {
            return try SecretServiceItem(
                path, calls.properties(of: path, SecretServiceCalls.interface("Item")))
        } catch  where error == KeychainError.keyringItemGone {
            return nil
        }
    }

    /// The path of a listed item, if what lies there is still that item.
    private static func path(
        of item: MigrationItem, _ calls: SecretServiceCalls
    ) throws(KeychainError) -> String? {
        for collection in try calls.collections() {
            let properties = try calls.properties(
                of: collection, SecretServiceCalls.interface("Collection"))
            guard let paths = properties["Items"]?.texts else { throw KeychainError.strangeKeyring }
            for path in paths where item.handle.hasPrefix("\(path.utf8.count):\(path)") {
                return try Self.item(path, calls)?.handle == item.handle ? path : nil
            }
        }
        return nil
    }
}
#endif
