#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// What comes from the storage key, for one history.
final class HistoryKeys: Sendable {
    static let storageKeyByteCount = 32

    let database: DatabaseID
    /// Expands into the key and the nonce of each row.
    let rows: HMACSHA256Key
    /// Authenticates the levels of the tree.
    let tree: HMACSHA256Key
    private let names: HMACSHA256Key

    init(storageKey: SecretBytes, database: DatabaseID) throws(KeychainError) {
        func key(_ label: String) throws(KeychainError) -> HMACSHA256Key {
            try crypto { () throws(CryptoError) in
                HMACSHA256Key(
                    try HKDFSHA256.derive(
                        inputKeyMaterial: storageKey, salt: database.bytes,
                        info: Array(label.utf8), count: 32))
            }
        }
        self.database = database
        rows = try key("holdfast/history/rows/v1")
        tree = try key("holdfast/history/tree/v1")
        names = try key("holdfast/history/names/v1")
    }

    /// Under which 32 bytes a row is found: nobody without the key sees whom it is about.
    func id(_ kind: RowKind, _ name: [UInt8]) -> [UInt8] {
        names.authenticate { message in
            message.absorb(byte: kind.rawValue)
            message.absorb(bigEndian: UInt64(name.count))
            message.absorb(name)
        }
    }
}
#endif
