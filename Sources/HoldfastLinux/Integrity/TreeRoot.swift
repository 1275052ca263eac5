#if os(Linux)
import HoldfastCrypto

/// The top of the integrity tree: what everything else in the vault is authenticated by.
///
/// It is small enough to lie in one page of the file.
struct TreeRoot: Sendable {
    /// Of the root's own MAC.
    static let macByteCount = 32
    /// Of the MACs below the root.
    static let shortMACByteCount = 16
    static let rangesByteCount = BucketPlace.rangeCount * shortMACByteCount
    static let nodeByteCount = BucketPlace.partsPerRange * shortMACByteCount
    /// A range with more entries than this is split into parts under a node.
    static let wholeRangeLimit = 32

    /// Grows by one with every change of any item; an item's version is the sequence that wrote it.
    var sequence: UInt64
    /// Which keybag belongs to it.
    var keybagSerial: UInt64
    /// That keybag's digest.
    var keybagDigest: [UInt8]
    /// The MACs of the 64 ranges; zeros for a range without items.
    var ranges: [UInt8]

    /// The MAC over all of it.
    func mac(_ keys: IndexKeys) -> [UInt8] {
        keys.tree.authenticate { message in
            message.absorb(Self.rootLabel)
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: sequence)
            message.absorb(bigEndian: keybagSerial)
            message.absorb(keybagDigest)
            message.absorb(ranges)
        }
    }

    /// The MAC of a range that is split: over the 32 MACs of its parts.
    static func nodeMAC(_ keys: IndexKeys, _ range: Int, _ node: [UInt8]) -> [UInt8] {
        shortMAC(keys) { message in
            message.absorb(nodeLabel)
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: UInt64(range))
            message.absorb(node)
        }
    }

    /// The MAC of a bucket; zeros for an empty one.
    static func bucketMAC(_ keys: IndexKeys, _ bucket: Bucket) -> [UInt8] {
        guard bucket.entryCount > 0 else { return zeroMAC }
        return shortMAC(keys) { message in
            message.absorb(bucket.place.isPart ? partLabel : rangeLabel)
            message.absorb(keys.vaultID.bytes)
            message.absorb(bigEndian: UInt64(bucket.place.index))
            message.absorb(bigEndian: UInt64(bucket.entryCount))
            message.absorb(bucket.bytes)
        }
    }

    /// Stands for "nothing below".
    static let zeroMAC = [UInt8](repeating: 0, count: shortMACByteCount)

    private static func shortMAC(
        _ keys: IndexKeys, _ message: (inout SHA256Stream) -> Void
    ) -> [UInt8] {
        keys.tree.authenticate(keeping: shortMACByteCount, message)
    }

    private static let rootLabel = Array("holdfast/root/v1".utf8)
    private static let nodeLabel = Array("holdfast/node/v1".utf8)
    private static let rangeLabel = Array("holdfast/range/v1".utf8)
    private static let partLabel = Array("holdfast/part/v1".utf8)
}

/// One of the MACs in a level of the tree.
func macRange(_ index: Int) -> Range<Int> {
    let start = index * TreeRoot.shortMACByteCount
    return start..<(start + TreeRoot.shortMACByteCount)
}
#endif
