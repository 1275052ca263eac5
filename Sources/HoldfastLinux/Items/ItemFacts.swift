#if os(Linux)
import HoldfastCore

/// What a write must know of the item that it replaces; no names and nothing of the value.
struct ItemFacts: Sendable {
    let version: UInt64
    let isTombstone: Bool
    /// Under which class key the value is sealed.
    let slot: KeySlot
    let protection: ItemProtection
    let created: UnixTime

    init(_ row: ItemRow, _ metadata: ItemMetadata) {
        version = row.version
        isTombstone = row.isTombstone
        slot = row.slot
        protection = metadata.protection
        created = metadata.created
    }
}

/// The digest of a row, as a key that is cheap to look up.
struct ItemDigest: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Takes a digest; `nil` if it has not 32 bytes.
    init?(_ digest: ArraySlice<UInt8>) {
        guard digest.count == Bucket.digestByteCount else { return nil }
        words = digest.withUnsafeBytes { bytes in
            // One by one: for a tuple's type the runtime would be asked at each call.
            (
                bytes.loadUnaligned(as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
                bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
            )
        }
    }

    static func == (left: ItemDigest, right: ItemDigest) -> Bool { left.words == right.words }

    /// The digests are evenly spread themselves, so a part of one is enough.
    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

/// The facts of rows that were verified and opened, or written, under the rows' digests.
///
/// The tree vouches for a row's digest, so facts under the digest that it has now are the item's:
/// an item that this process knows is replaced without reading and opening it again.
final class ItemFactsCache {
    private static let limit = 16_384

    private var facts: [ItemDigest: ItemFacts] = [:]

    subscript(_ digest: ArraySlice<UInt8>) -> ItemFacts? {
        ItemDigest(digest).flatMap { facts[$0] }
    }

    func put(_ new: ItemFacts, _ digest: ArraySlice<UInt8>) {
        guard let digest = ItemDigest(digest) else { return }
        if facts.count >= Self.limit { facts = [:] }
        facts[digest] = new
    }

    /// Forgets the facts of a row that was replaced, whose digest does not come back.
    func remove(_ digest: ArraySlice<UInt8>) {
        if let digest = ItemDigest(digest) { facts[digest] = nil }
    }

    func removeAll() {
        facts = [:]
    }
}
#endif
