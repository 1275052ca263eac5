public import HoldfastApple
public import HoldfastCore
public import HoldfastCrypto

/// Items that another library laid in the app's keychain.
///
/// Each row is read and removed by its whole primary key, so that nothing beside it is touched, and
/// never with a prompt of the keychain's: a row that is locked or asks for a person is reported as
/// not readable, unless ``askPerson(_:for:)`` has asked. Rows of this package are left out.
public struct KeychainSource: MigrationSource {
    private let library: KeychainLibrary
    private let platform: ApplePlatform
    private let person = Locked<KeychainPerson?>(nil)
    // Calls of the keychain may block.
    private let queue = BlockingQueue(label: "holdfast.migration.keychain")

    /// Takes the library and the keychain.
    ///
    /// - Parameters:
    ///   - library: who laid the items, and with which names.
    ///   - platform: where they lie.
    public init(_ library: KeychainLibrary, in platform: ApplePlatform) {
        self.library = library
        self.platform = platform
    }

    /// Asks the person, once, for the items that demand one; until this source goes its answer counts.
    ///
    /// The platform does not tell what a row demands, and moving it must not weaken it: so the app
    /// says what its items had, and gets them here with just that.
    ///
    /// - Parameters:
    ///   - prompt: the words to show.
    ///   - protection: what those items had, with an access control; they keep it here. Items that
    ///     demand nobody keep their own.
    /// - Throws: `INVALID_ARGUMENT` for a protection without an access control; `USER_CANCELED` and
    ///   the like if the person did not confirm, `INTERACTION_NOT_ALLOWED` in the background.
    public func askPerson(
        _ prompt: Prompt, for protection: ItemProtection
    ) async throws(KeychainError) {
        guard protection.accessControl != .none else {
            throw KeychainError(
                .invalidArgument, "items without an access control ask for no person",
                advice: "say which access control the items have that shall be read")
        }
        let context = try await platform.device.askForForeignItems(protection, prompt)
        person.withLock { $0 = KeychainPerson(context, protection) }
    }

    /// The rows that the library laid, without their values.
    ///
    /// - Returns: what can move, and rows that are hidden, shadowed or in a form of their own.
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the phone is locked, or what the keychain answers.
    public func listing() async throws(KeychainError) -> MigrationListing {
        let (library, keychain) = (library, rows)
        return try await queue.run { () throws(KeychainError) in
            var sorter = RowSorter(library)
            for place in library.places {
                let answer = try keychain.rows(of: place)
                if answer.hidesRows { sorter.noteHidden() }
                sorter.sort(answer.rows)
            }
            return sorter.listing
        }
    }

    /// Reads a row's value.
    ///
    /// - Parameter item: as listed.
    /// - Returns: the bytes; `nil` if the row is gone.
    /// - Throws: `INTERACTION_NOT_ALLOWED` for a row that is locked or asks for a person,
    ///   `UNSUPPORTED` for an archive of objects; for a value that its library sealed by the Secure
    ///   Enclave `KEY_INVALIDATED` if the key is gone, and `DATA_CORRUPTED` if it does not open it.
    public func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let (library, keychain, nobody) = (library, rows, KeychainRows(calls: platform.secItem))
        let (person, enclave) = (person.withLock { $0 }, platform.secureEnclave)
        return try await queue.run { () throws(KeychainError) in
            guard let row = try Self.find(item, library, keychain) else { return nil }
            func value(_ rows: KeychainRows) throws(KeychainError) -> SecretBytes? {
                guard let bytes = try rows.value(of: row) else { return nil }
                guard library.layout == .flutter else { return bytes }
                return try FlutterEnclave(rows: rows, enclave: enclave).open(bytes, of: row)
            }
            let found: SecretBytes?
            do throws(KeychainError) {
                found = try value(nobody)
            } catch  where Self.needsPerson(error) && person != nil {
                found = try value(keychain)
                person?.noteUse(for: item.handle)
            }
            guard let found else { return nil }
            if library.layout == .archived, Self.isArchive(found) { throw Self.archive }
            return found
        }
    }

    /// Removes a row.
    ///
    /// - Parameter item: as listed.
    /// - Throws: `DATA_CORRUPTED` if its key selects more than itself, or what the keychain answers.
    ///   Of a value that was sealed by the Secure Enclave its wrapped key may be left then, alone.
    public func remove(_ item: MigrationItem) async throws(KeychainError) {
        let (library, keychain, enclave) = (library, rows, platform.secureEnclave)
        try await queue.run { () throws(KeychainError) in
            guard let row = try Self.find(item, library, keychain) else { return }
            try keychain.remove(row)
            guard library.layout == .flutter else { return }
            // After the value: a value without its key would look like one that is not sealed.
            try FlutterEnclave(rows: keychain, enclave: enclave).removeKey(beside: row)
        }
    }

    /// The protection of a row; of one that demanded the person what ``askPerson(_:for:)`` was told.
    ///
    /// - Parameter item: as listed, and read.
    /// - Returns: the protection, without the access group.
    public func protection(of item: MigrationItem) -> ItemProtection? {
        let person = person.withLock { $0 }
        guard let person, person.wasUsed(for: item.handle) else { return item.protection }
        return person.protection
    }

    private var rows: KeychainRows {
        KeychainRows(
            calls: platform.secItem, contextNumber: person.withLock { $0?.context.number })
    }

    private static func find(
        _ item: MigrationItem, _ library: KeychainLibrary, _ keychain: KeychainRows
    ) throws(KeychainError) -> ForeignRow? {
        var hidesRows = false
        for place in library.places {
            let answer = try keychain.rows(of: place)
            if let row = answer.rows.first(where: { $0.handle == item.handle }) { return row }
            hidesRows = hidesRows || answer.hidesRows
        }
        if hidesRows { throw KeychainRows.hidden }
        return nil
    }

    /// Whether a row is hidden, or a key of the Secure Enclave asks for somebody.
    private static func needsPerson(_ error: KeychainError) -> Bool {
        error == KeychainRows.hidden || error.code == .interactionNotAllowed
            || error.code == .authRequired
    }

    /// Whether a value is a binary property list, as `NSKeyedArchiver` writes it.
    private static func isArchive(_ value: SecretBytes) -> Bool {
        value.withUnsafeBytes { $0.starts(with: Array("bplist00".utf8)) }
    }

    private static let archive = KeychainError(
        .unsupported, "the value is an archive of objects, which only the app can read",
        advice: "read it with the old library and write it with this one")
}
