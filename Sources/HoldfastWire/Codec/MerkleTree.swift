import HoldfastCrypto

/// A hash over a list of which each member can be shown by itself, with a short proof of its place.
///
/// - Note: Standard: RFC 9162, sections 2.1.1 and 2.1.3, with SHA-256; its trees are of 1 or more
///   members here.
struct MerkleTree: Sendable {
    /// The hashes of each level, one behind the other; the members' are first, the root is last.
    private var levels: [[UInt8]]

    /// Hashes the members.
    ///
    /// - Parameter leaves: the hash of each member, in order; 1 or more.
    init(leaves: [[UInt8]]) {
        precondition(!leaves.isEmpty, "a tree has members")
        levels = [Array(leaves.joined())]
        while levels[levels.count - 1].count > SHA256.byteCount {
            levels.append(Self.above(levels[levels.count - 1]))
        }
    }

    /// The hash over all.
    var root: [UInt8] { levels[levels.count - 1] }

    /// The hashes that prove a member, from below, one behind the other.
    ///
    /// - Parameter index: the member's place.
    /// - Returns: 32 bytes for each level on which the member has a neighbour.
    func path(to index: Int) -> [UInt8] {
        var index = index
        var path: [UInt8] = []
        for level in levels.dropLast() {
            let start = (index ^ 1) * SHA256.byteCount
            if start < level.count { path += level[start..<(start + SHA256.byteCount)] }
            index /= 2
        }
        return path
    }

    /// The hash of a member that consists of parts.
    static func leaf(_ parts: [UInt8]...) -> [UInt8] {
        SHA256.hash { hash in
            hash.absorb(byte: 0)
            for part in parts { hash.absorb(part) }
        }
    }

    /// The root that a member and its path lead to; `nil` where the path has not the length that it
    /// must have for this place in a tree of this size.
    static func root(
        from leaf: [UInt8], at index: Int, of count: Int, path: [UInt8]
    ) -> [UInt8]? {
        guard index < count, path.count.isMultiple(of: SHA256.byteCount) else { return nil }
        var (place, last, hash) = (index, count - 1, leaf)
        for start in stride(from: 0, to: path.count, by: SHA256.byteCount) {
            guard last > 0 else { return nil }
            let other = path[start..<(start + SHA256.byteCount)]
            if place & 1 == 1 || place == last {
                hash = node(other, hash[...])
                while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
            } else {
                hash = node(hash[...], other)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        return last == 0 ? hash : nil
    }

    /// A node that has no neighbour moves up as it is: the same tree as that of the standard, which
    /// is split from above.
    private static func above(_ level: [UInt8]) -> [UInt8] {
        var above: [UInt8] = []
        above.reserveCapacity(level.count / 2 + SHA256.byteCount)
        for start in stride(from: 0, to: level.count, by: 2 * SHA256.byteCount) {
            let middle = start + SHA256.byteCount
            let end = middle + SHA256.byteCount
            above +=
                end > level.count
                ? level[start...] : node(level[start..<middle], level[middle..<end])[...]
        }
        return above
    }

    private static func node(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> [UInt8] {
        SHA256.hash { hash in
            hash.absorb(byte: 1)
            hash.absorb(left)
            hash.absorb(right)
        }
    }
}
