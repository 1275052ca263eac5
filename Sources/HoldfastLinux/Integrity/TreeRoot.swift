#if os(Linux)
import HoldfastCrypto

/// The top of the integrity tree: what everything else in the vault is authenticated by.
struct TreeRoot: Sendable {
    static let macByteCount = 32
    static let nodeCount = 64
    static let bucketsPerNode = Bucket.count / nodeCount
    static let nodesByteCount = nodeCount * macByteCount
    static let bucketsByteCount = bucketsPerNode * macByteCount

    /// Grows by one with every change of any item; an item's version is the sequence that wrote it.
    var sequence: UInt64
    /// Which keybag belongs to it.
    var keybagSerial: UInt64
    /// That keybag's digest.
    var keybagDigest: [UInt8]
    /// The MACs of the 64 nodes; zeros for a node without buckets.
    var nodes: [UInt8]

    /// The MAC over all of it.
    func mac(_ keys: IndexKeys) -> [UInt8] {
        keys.tree.authenticate { message in
            message.absorb(Array("holdfast/root/v1".utf8))
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: sequence)
            message.absorb(bigEndian: keybagSerial)
            message.absorb(keybagDigest)
            message.absorb(nodes)
        }
    }

    /// The MAC of a node: 64 MACs of buckets.
    static func nodeMAC(_ keys: IndexKeys, _ index: Int, _ buckets: [UInt8]) -> [UInt8] {
        keys.tree.authenticate { message in
            message.absorb(Array("holdfast/node/v1".utf8))
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: UInt64(index))
            message.absorb(buckets)
        }
    }

    /// The MAC of a bucket; zeros for an empty one.
    static func bucketMAC(_ keys: IndexKeys, _ bucket: Bucket) -> [UInt8] {
        guard bucket.entryCount > 0 else { return zeroMAC }
        return keys.tree.authenticate { message in
            message.absorb(Array("holdfast/bucket/v1".utf8))
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: UInt64(bucket.index))
            message.absorb(bigEndian: UInt64(bucket.entryCount))
            message.absorb(bucket.bytes)
        }
    }

    /// Stands for "nothing below".
    static let zeroMAC = [UInt8](repeating: 0, count: macByteCount)
}

/// One of the MACs in a level of the tree.
func macRange(_ index: Int) -> Range<Int> {
    let start = index * TreeRoot.macByteCount
    return start..<(start + TreeRoot.macByteCount)
}
#endif
