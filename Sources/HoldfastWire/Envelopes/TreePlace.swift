import HoldfastCrypto

/// Where a member stands in a tree, with the hashes that prove it.
///
/// - Note: Standard: RFC 9162, section 2.1.3.
public struct TreePlace: Sendable, Hashable {
    /// The member's place; 0 is the first.
    public let index: Int
    /// The hashes from below, 32 bytes each, one behind the other.
    let path: [UInt8]

    init(index: Int, path: [UInt8]) {
        self.index = index
        self.path = path
    }

    /// Whether a member stands here in a tree.
    func proves(_ leaf: [UInt8], inTreeOf count: Int, root: [UInt8]) -> Bool {
        MerkleTree.root(from: leaf, at: index, of: count, path: path) == root
    }

    /// A tree of 65,536 members has paths of 16 hashes.
    private static let longestPath = 16 * SHA256.byteCount

    /// Writes the structure `TreePlace`.
    func write(to writer: inout WireWriter) {
        writer.put(UInt16(index))
        writer.putVector(path)
    }

    /// Reads the structure `TreePlace`.
    init(from reader: inout WireReader, _ field: StaticString) throws(WireError) {
        let index = Int(try reader.number16(field))
        let path = try reader.vector(atMost: Self.longestPath, field)
        guard path.count.isMultiple(of: SHA256.byteCount) else {
            throw WireError(.invalidValue, in: field)
        }
        self.init(index: index, path: path)
    }
}
