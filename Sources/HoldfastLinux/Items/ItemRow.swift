#if os(Linux)
import HoldfastCrypto

/// An item as it lies in the vault's file.
struct ItemRow: Sendable {
    static let saltByteCount = 32

    /// The keyed hash of the item's names; 32 bytes.
    let id: [UInt8]
    /// The sequence number that wrote its content.
    let version: UInt64
    /// Whether the value is gone and only the fact is kept.
    let isTombstone: Bool
    /// Under which class key the value is sealed.
    let slot: KeySlot
    /// Which generation of the passcode gate's key is needed too; 0 for none.
    let gateGeneration: UInt32
    /// Fresh at each write; keys and nonces of both seals are derived with it.
    let salt: [UInt8]
    /// The sealed metadata: names and attributes.
    var metadata: [UInt8]
    /// The SHA-256 of the sealed value, so that rows can be checked without reading values.
    var valueDigest: [UInt8]
    /// The sealed value; empty for a tombstone and where only the metadata was read.
    var value: [UInt8]

    /// The digest that the item's bucket holds.
    var digest: [UInt8] {
        SHA256.hash { message in
            message.absorb(Self.digestLabel)
            message.absorb(id)
            message.absorb(bigEndian: version)
            message.absorb(byte: isTombstone ? 1 : 0)
            message.absorb(byte: slot.keyClass.rawValue)
            message.absorb(bigEndian: UInt64(slot.generation))
            message.absorb(bigEndian: UInt64(gateGeneration))
            message.absorb(salt)
            message.absorb(bigEndian: UInt64(metadata.count))
            message.absorb(metadata)
            message.absorb(valueDigest)
        }
    }

    private static let digestLabel = Array("holdfast/item-row/v1".utf8)
}
#endif
