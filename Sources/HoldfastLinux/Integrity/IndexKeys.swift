#if os(Linux)
import HoldfastCore
import HoldfastCrypto

/// The keys that come from the metadata class key: look-up, service tags, integrity, names.
///
/// Who has them can find items and check the whole vault, but open no value.
final class IndexKeys: Sendable {
    static let tagByteCount = 16

    let vaultID: VaultID
    let slot: KeySlot
    /// The class key itself.
    let metadataKey: SecretBytes
    /// The same, absorbed: item metadata is sealed with keys that it expands into.
    let metadata: HMACSHA256Key
    /// Authenticates the levels of the integrity tree.
    let tree: HMACSHA256Key

    private let lookup: HMACSHA256Key
    private let serviceTag: HMACSHA256Key

    init(metadataKey: SecretBytes, slot: KeySlot, vaultID: VaultID) throws(KeychainError) {
        self.metadataKey = metadataKey
        metadata = HMACSHA256Key(metadataKey)
        self.slot = slot
        self.vaultID = vaultID
        func key(_ label: String) throws(KeychainError) -> HMACSHA256Key {
            try crypto { () throws(CryptoError) in
                HMACSHA256Key(
                    try HKDFSHA256.derive(
                        inputKeyMaterial: metadataKey, salt: vaultID.bytes,
                        info: Array(label.utf8), count: 32))
            }
        }
        tree = try key("holdfast/index/tree/v1")
        lookup = try key("holdfast/index/lookup/v1")
        serviceTag = try key("holdfast/index/service/v1")
    }

    /// Under which 32 bytes an item is found: a keyed hash over both names with their lengths.
    func id(of key: ItemKey) -> [UInt8] {
        lookup.authenticate { Self.absorb(key, into: &$0) }
    }

    /// By which 16 bytes the items of a service are known.
    func tag(ofService service: String) -> [UInt8] {
        var service = service
        return service.withUTF8 { utf8 in
            serviceTag.authenticate(keeping: Self.tagByteCount) {
                $0.absorb(UnsafeRawBufferPointer(utf8))
            }
        }
    }

    /// An unkeyed hash over both names, which is never stored: it binds a value to its key.
    static func nameDigest(of key: ItemKey) -> [UInt8] {
        SHA256.hash { absorb(key, into: &$0) }
    }

    private static func absorb(_ key: ItemKey, into message: inout SHA256Stream) {
        absorb(key.service, into: &message)
        absorb(key.account, into: &message)
    }

    private static func absorb(_ name: String, into message: inout SHA256Stream) {
        var name = name
        name.withUTF8 { utf8 in
            message.absorb(bigEndian: UInt64(utf8.count))
            message.absorb(UnsafeRawBufferPointer(utf8))
        }
    }
}
#endif
