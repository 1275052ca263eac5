public import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE

/// Puts items and contacts of a backup into a store, beside what is there.
///
/// Nothing that is there is replaced (P2), so that the same records can be put in again after a death.
package struct ItemRestore: Sendable {
    private let contents: ItemContents
    private var joiner = LongRecordJoiner()
    private let isTrial: Bool
    /// What has become of the items so far.
    package private(set) var outcome = RestoredItems()

    /// Begins to put items in.
    ///
    /// - Parameters:
    ///   - contents: where to.
    ///   - isTrial: whether the records are only read, so that what is wrong with them shows first.
    package init(into contents: ItemContents, isTrial: Bool = false) {
        self.contents = contents
        self.isTrial = isTrial
    }

    /// Takes the next records.
    ///
    /// - Parameter records: records in their order; those of other tables are passed over.
    /// - Throws: `DATA_CORRUPTED` or `UNSUPPORTED` for records that are none of a backup; what kept
    ///   the store from writing. What was put in stays.
    package mutating func take(_ records: [BackupRecord]) async throws(KeychainError) {
        for record in records where record.table == .items || record.table == .contacts {
            guard let whole = try joiner.take(record), let value = whole.value else { continue }
            if record.table == .items {
                try await put(try StoredItem(decoding: value))
            } else {
                try await put(try StoredContact(decoding: value))
            }
        }
    }

    /// Ends a table of a device.
    ///
    /// - Throws: `DATA_CORRUPTED` if the last thing was not whole.
    package func end() throws(KeychainError) {
        guard joiner.isBetween else {
            throw KeychainError(.dataCorrupted, "the last record of the backup is not whole")
        }
    }

    private mutating func put(_ contact: StoredContact) async throws(KeychainError) {
        guard !isTrial else { return }
        let key = try ItemKey(service: contents.contactsService, account: contact.name)
        let isThere = try await contents.store.attributes(of: key) != nil
        guard !isThere else { return }
        try await write(SecretBytes(contact.pin.bytes), key, nil, .bytes)
    }

    private mutating func put(_ item: StoredItem) async throws(KeychainError) {
        guard !isTrial else { return }
        if try await contents.store.attributes(of: item.key) != nil {
            let known = try await known(item.key)
            if known != item.value { outcome.kept.append(item.key) }
            return
        }
        do throws(KeychainError) {
            try await write(item.value, item.key, item.protection, item.kind)
        } catch {
            guard error.isOfOneProtection else { throw error }
            try await writePortably(item)
        }
    }

    /// What is there; `nil` if it cannot be read, which makes it another one.
    private func known(_ key: ItemKey) async throws(KeychainError) -> SecretBytes? {
        do throws(KeychainError) {
            return try contents.store.readWithoutPrompt(key)?.value
        } catch {
            guard error.isOfOneItem else { throw error }
            return nil
        }
    }

    /// Writes an item without what only its old platform had: a group of apps, the platform's sync.
    private mutating func writePortably(_ item: StoredItem) async throws(KeychainError) {
        var protection = item.protection
        (protection.accessGroup, protection.isSynchronizable) = (nil, false)
        do throws(KeychainError) {
            try await write(item.value, item.key, protection, item.kind)
        } catch {
            guard error.isOfOneProtection else { throw error }
            outcome.refused.append(item.key)
        }
    }

    private mutating func write(
        _ value: SecretBytes, _ key: ItemKey, _ protection: ItemProtection?, _ kind: ItemKind
    ) async throws(KeychainError) {
        do throws(KeychainError) {
            try await contents.store.write(
                value, for: key,
                options: WriteOptions(protection: protection, condition: .ifAbsent, kind: kind),
                prompt: .standard)
            outcome.writtenCount += 1
        } catch {
            // Another process was faster: what it wrote stays.
            guard error.nativeDomain == StoreConflict.domain else { throw error }
            outcome.kept.append(key)
        }
    }
}

/// What has become of the items of a backup.
public struct RestoredItems: Sendable, Hashable {
    /// How many were put in by this process.
    public internal(set) var writtenCount = 0
    /// Names under which there was something else, which was kept.
    public internal(set) var kept: [ItemKey] = []
    /// Items that this store cannot protect as they were, and so did not get.
    public internal(set) var refused: [ItemKey] = []
}

extension KeychainError {
    /// Whether the store refuses the one item's protection.
    fileprivate var isOfOneProtection: Bool {
        [
            .unsupported, .passcodeNotSet, .missingEntitlement, .hardwareUnavailable,
            .biometryNotEnrolled, .biometryNotAvailable, .invalidArgument,
        ].contains(code)
    }
}
