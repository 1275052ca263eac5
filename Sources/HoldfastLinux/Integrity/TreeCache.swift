#if os(Linux)
/// Nodes and buckets that were verified, each with the MAC that it was verified by.
///
/// What is asked for by another MAC is not there: so nothing has to be dropped when a transaction
/// is rolled back or another process changes the vault.
final class TreeCache {
    /// What a MAC in the root stands for.
    enum Range {
        /// The entries of all its items.
        case whole(Bucket)
        /// The MACs of its parts.
        case split(node: [UInt8])
    }

    /// Enough for a large vault, and ten megabytes at most.
    private static let entryLimit = 131_072

    private var ranges = [(mac: [UInt8], content: Range)?](
        repeating: nil, count: BucketPlace.rangeCount)
    private var parts: [Int: (mac: [UInt8], bucket: Bucket)] = [:]
    private var entryCount = 0

    func range(_ index: Int, _ mac: ArraySlice<UInt8>) -> Range? {
        guard let known = ranges[index], known.mac.isEqual(to: mac) else { return nil }
        return known.content
    }

    func part(_ index: Int, _ mac: ArraySlice<UInt8>) -> Bucket? {
        guard let known = parts[index], known.mac.isEqual(to: mac) else { return nil }
        return known.bucket
    }

    func put(_ bucket: Bucket, _ mac: [UInt8]) {
        if entryCount + bucket.entryCount > Self.entryLimit { removeAll() }
        entryCount += bucket.entryCount
        guard bucket.place.isPart else {
            put(range: bucket.place.index, .whole(bucket), mac)
            return
        }
        let old = parts.updateValue((mac, bucket), forKey: bucket.place.index)
        entryCount -= old?.bucket.entryCount ?? 0
    }

    func putNode(_ range: Int, _ node: [UInt8], _ mac: [UInt8]) {
        put(range: range, .split(node: node), mac)
    }

    func removeAll() {
        for index in ranges.indices { ranges[index] = nil }
        parts = [:]
        entryCount = 0
    }

    private func put(range index: Int, _ content: Range, _ mac: [UInt8]) {
        if case .whole(let old) = ranges[index]?.content { entryCount -= old.entryCount }
        ranges[index] = (mac, content)
    }
}
#endif
