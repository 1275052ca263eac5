import HoldfastCore
import HoldfastCrypto

/// What there is, from file, ledger and Keystore together.
enum FoundStore: Sendable {
    /// No store was ever written here, in this installation.
    case nothing(StoreLedger?)
    /// A store whose sentinel opened it.
    case open(OpenStore)
    /// A store whose sentinel's key no longer exists: its file came back from a backup, or the
    /// Keystore lost everything. It says which items there were, and opens none.
    case lost(StoreFile, StoreLedger?)
}

/// A store that is open: authenticated, with the keys to read names and to write it back.
struct OpenStore: Sendable {
    var file: StoreFile
    let sentinelKey: SecretBytes
    let tagKey: HMACSHA256Key
    /// The keys of the file as it lies in the folder.
    var storedKeys: Set<KeyID>

    init(_ file: StoreFile, sentinelKey: SecretBytes) throws(KeychainError) {
        self.file = file
        self.sentinelKey = sentinelKey
        tagKey = try Self.tagKey(of: file.id, sentinelKey)
        storedKeys = Set(file.keys.map(\.id))
    }

    var seal: ItemSeal { ItemSeal(store: file.id) }

    /// The key of the file's tag.
    static func tagKey(
        of store: StoreID, _ sentinelKey: SecretBytes
    ) throws(KeychainError) -> HMACSHA256Key {
        try crypto { () throws(CryptoError) in
            HMACSHA256Key(
                try HKDFSHA256.derive(
                    inputKeyMaterial: sentinelKey, salt: store.bytes,
                    info: Array("holdfast/android/tag/v1".utf8), count: 32))
        }
    }
}
