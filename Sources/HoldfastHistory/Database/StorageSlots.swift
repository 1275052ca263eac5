#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// What a history keeps in the item store: its key, and how far the history has come.
///
/// The key is never bound to a finger or a face: a new fingerprint costs the identity and not the
/// history. It is made once and never replaced, since a file that is out of sight may come back.
struct StorageSlots {
    static let service = "holdfast.history"
    let store: any ItemStore

    /// What a history has come to, as the item store knows it.
    struct Place: Equatable {
        static let byteCount = DatabaseID.byteCount + 8
        let database: DatabaseID
        let sequence: UInt64
    }

    /// The key; `nil` if the store answered that there is none (P1).
    ///
    /// - Throws: what kept the store from answering, `DATA_CORRUPTED` for another length.
    func key() throws(KeychainError) -> SecretBytes? {
        guard let item = try store.readWithoutPrompt(try Self.name("storage-key")) else {
            return nil
        }
        guard item.value.count == HistoryKeys.storageKeyByteCount else {
            throw KeychainError(.dataCorrupted, "the history's key has another length")
        }
        return item.value
    }

    /// The key, made if the store answered that there is none.
    func keyOrNew(_ random: any SecureRandom) throws(KeychainError) -> SecretBytes {
        if let key = try key() { return key }
        let new = try crypto { () throws(CryptoError) in
            try random.secret(HistoryKeys.storageKeyByteCount)
        }
        do throws(KeychainError) {
            _ = try store.writeWithoutPrompt(
                new, for: try Self.name("storage-key"),
                options: WriteOptions(
                    protection: KeyUse.background.protection, condition: .ifAbsent))
            return new
        } catch {
            // Another process may have been faster; its key is the key.
            guard let key = try key() else { throw error }
            return key
        }
    }

    /// How far the history has come; `nil` if the store answered that it does not know.
    func place() throws(KeychainError) -> Place? {
        guard let item = try store.readWithoutPrompt(try Self.name("place")) else { return nil }
        let bytes = item.value.copyBytes()
        guard bytes.count == Place.byteCount,
            let database = DatabaseID([UInt8](bytes.prefix(DatabaseID.byteCount)))
        else { throw KeychainError(.dataCorrupted, "the note of the history's place is damaged") }
        return Place(
            database: database,
            sequence: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    func write(_ place: Place) throws(KeychainError) {
        let bytes = ByteWriter.encode { writer in
            writer.put(place.database.bytes)
            writer.put(place.sequence)
        }
        _ = try store.writeWithoutPrompt(
            SecretBytes(bytes), for: try Self.name("place"),
            options: WriteOptions(protection: KeyUse.background.protection))
    }

    private static func name(_ account: String) throws(KeychainError) -> ItemKey {
        try ItemKey(service: service, account: account)
    }
}
#endif
