#if os(Linux)
import Glibc

/// One leaf of the integrity tree: what must be there of the items whose ids begin alike.
///
/// Its bytes are entries of 80, sorted by id: the id (32), the service's tag (16), the digest of
/// the item's row (32). They lie in the items' own rows, so that a change of an item changes its
/// bucket in the same page.
struct Bucket {
    static let entryByteCount = idByteCount + IndexKeys.tagByteCount + digestByteCount
    static let idByteCount = 32
    static let digestByteCount = 32

    /// Whose entries it has.
    let place: BucketPlace
    private(set) var bytes: [UInt8]

    /// Takes a bucket's bytes; `nil` if they cannot be one.
    init?(_ place: BucketPlace, bytes: [UInt8]) {
        guard bytes.count % Self.entryByteCount == 0 else { return nil }
        self.place = place
        self.bytes = bytes
    }

    /// A bucket that nothing is in.
    init(empty place: BucketPlace) {
        self.place = place
        bytes = []
    }

    var entryCount: Int { bytes.count / Self.entryByteCount }

    /// What an item's entry says, or `nil` if there is none.
    func entry(of id: [UInt8]) -> EntryFields? {
        let (position, found) = position(of: id)
        guard found else { return nil }
        let start = position * Self.entryByteCount + Self.idByteCount
        let digestStart = start + IndexKeys.tagByteCount
        return EntryFields(
            tag: bytes[start..<digestStart],
            digest: bytes[digestStart..<(digestStart + Self.digestByteCount)])
    }

    /// Puts an item in, or exchanges its digest.
    mutating func put(_ id: [UInt8], tag: [UInt8], digest: [UInt8]) {
        let (position, found) = position(of: id)
        let start = position * Self.entryByteCount
        guard found else {
            bytes.insert(contentsOf: id + tag + digest, at: start)
            return
        }
        bytes.overwrite(from: start + Self.idByteCount, with: tag)
        bytes.overwrite(from: start + Self.idByteCount + IndexKeys.tagByteCount, with: digest)
    }

    /// Takes an item out, if it is there.
    mutating func remove(_ id: [UInt8]) {
        let (position, found) = position(of: id)
        guard found else { return }
        let start = position * Self.entryByteCount
        bytes.removeSubrange(start..<(start + Self.entryByteCount))
    }

    /// The same entries in the parts of the range.
    func split() -> [Bucket] {
        var parts: [Bucket] = []
        var start = 0
        for place in place.parts {
            var end = start
            while end < bytes.count && place.holds(bytes[end...]) { end += Self.entryByteCount }
            var part = Bucket(empty: place)
            part.bytes = Array(bytes[start..<end])
            parts.append(part)
            start = end
        }
        return parts
    }

    /// Goes through the entries in order.
    func forEach<E: Error>(
        _ body: (_ id: ArraySlice<UInt8>, _ tag: ArraySlice<UInt8>, _ digest: ArraySlice<UInt8>)
            throws(E) -> Void
    ) throws(E) {
        for position in 0..<entryCount {
            let start = position * Self.entryByteCount
            let tagStart = start + Self.idByteCount
            let digestStart = tagStart + IndexKeys.tagByteCount
            try body(
                bytes[start..<tagStart], bytes[tagStart..<digestStart],
                bytes[digestStart..<(digestStart + Self.digestByteCount)])
        }
    }

    /// How the id at an offset compares to another: negative, zero or positive.
    private static func order(
        _ entries: UnsafeRawBufferPointer, _ offset: Int, _ id: UnsafeRawBufferPointer
    ) -> Int32 {
        guard let entry = entries.baseAddress, let other = id.baseAddress else { return 0 }
        precondition(
            offset + idByteCount <= entries.count && id.count == idByteCount,
            "entries are whole and ids have 32 bytes")
        return memcmp(entry + offset, other, idByteCount)
    }

    /// Where an id stands, or would stand.
    private func position(of id: [UInt8]) -> (position: Int, found: Bool) {
        bytes.withUnsafeBytes { entries in
            id.withUnsafeBytes { id in
                var (low, high) = (0, entryCount)
                while low < high {
                    let middle = (low + high) / 2
                    let order = Self.order(entries, middle * Self.entryByteCount, id)
                    if order == 0 { return (middle, true) }
                    if order < 0 { low = middle + 1 } else { high = middle }
                }
                return (low, false)
            }
        }
    }
}

/// What stands beside an item's id in the tree.
struct EntryFields {
    /// The keyed hash of the item's service.
    let tag: ArraySlice<UInt8>
    /// The digest of the item's row.
    let digest: ArraySlice<UInt8>
}

extension [UInt8] {
    /// Whether these are the bytes of a part of another array, neither of them secret.
    func isEqual(to other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else {
                    return true
                }
                return memcmp(left, right, count) == 0
            }
        }
    }

    /// Writes bytes over as many that are there.
    mutating func overwrite(from start: Int, with new: [UInt8]) {
        withUnsafeMutableBytes { bytes in
            UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + new.count)])
                .copyBytes(from: new)
        }
    }
}
#endif
