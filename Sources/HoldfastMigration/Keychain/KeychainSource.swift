public import HoldfastApple
public import HoldfastCore
public import HoldfastCrypto

/// Items that another library laid in the app's keychain.
///
/// Each row is read and removed by its whole primary key, so that nothing beside it is touched, and
/// never with a prompt: a row that is locked or asks for a person is reported as not readable.
/// Rows of this package are left out.
public struct KeychainSource: MigrationSource {
    private let library: KeychainLibrary
    private let keychain: KeychainRows
    // Calls of the keychain may block.
    private let queue = BlockingQueue(label: "holdfast.migration.keychain")

    /// Takes the library and the keychain.
    ///
    /// - Parameters:
    ///   - library: who laid the items, and with which names.
    ///   - platform: where they lie.
    public init(_ library: KeychainLibrary, in platform: ApplePlatform) {
        self.library = library
        keychain = KeychainRows(calls: platform.secItem)
    }

    /// The rows that the library laid, without their values.
    ///
    /// - Returns: what can move, and rows that are hidden, shadowed or in a form of their own.
    /// - Throws: `INTERACTION_NOT_ALLOWED` while the phone is locked, or what the keychain answers.
    public func listing() async throws(KeychainError) -> MigrationListing {
        let (library, keychain) = (library, keychain)
        return try await queue.run { () throws(KeychainError) in
            var sorter = RowSorter(library)
            for service in library.services {
                let answer = try keychain.rows(of: service)
                if answer.hidesRows { sorter.noteHidden(service) }
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
    ///   `UNSUPPORTED` for an archive of objects.
    public func read(_ item: MigrationItem) async throws(KeychainError) -> SecretBytes? {
        let (library, keychain) = (library, keychain)
        return try await queue.run { () throws(KeychainError) in
            guard let row = try Self.find(item, library, keychain) else { return nil }
            guard let value = try keychain.value(of: row) else { return nil }
            if library.layout == .archived, Self.isArchive(value) { throw Self.archive }
            return value
        }
    }

    /// Removes a row.
    ///
    /// - Parameter item: as listed.
    /// - Throws: `DATA_CORRUPTED` if its key selects more than itself, or what the keychain answers.
    public func remove(_ item: MigrationItem) async throws(KeychainError) {
        let (library, keychain) = (library, keychain)
        try await queue.run { () throws(KeychainError) in
            guard let row = try Self.find(item, library, keychain) else { return }
            try keychain.remove(row)
        }
    }

    private static func find(
        _ item: MigrationItem, _ library: KeychainLibrary, _ keychain: KeychainRows
    ) throws(KeychainError) -> ForeignRow? {
        var hidesRows = false
        for service in library.services {
            let answer = try keychain.rows(of: service)
            if let row = answer.rows.first(where: { $0.handle == item.handle }) { return row }
            hidesRows = hidesRows || answer.hidesRows
        }
        if hidesRows { throw KeychainRows.hidden }
        return nil
    }

    /// Whether a value is a binary property list, as `NSKeyedArchiver` writes it.
    private static func isArchive(_ value: SecretBytes) -> Bool {
        value.withUnsafeBytes { $0.starts(with: Array("bplist00".utf8)) }
    }

    private static let archive = KeychainError(
        .unsupported, "the value is an archive of objects, which only the app can read",
        advice: "read it with the old library and write it with this one")
}
