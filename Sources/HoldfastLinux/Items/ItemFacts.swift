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

/// The facts of rows that were verified and opened, or written, under the rows' digests.
///
/// The tree vouches for a row's digest, so facts under the digest that it has now are the item's:
/// an item that this process knows is replaced without reading and opening it again.
final class ItemFactsCache {
    private static let limit = 16_384

    private var facts: [ArraySlice<UInt8>: ItemFacts] = [:]

    subscript(_ digest: ArraySlice<UInt8>) -> ItemFacts? { facts[digest] }

    func put(_ new: ItemFacts, _ digest: ArraySlice<UInt8>) {
        if facts.count >= Self.limit { facts = [:] }
        facts[digest] = new
    }

    func remove(_ digest: ArraySlice<UInt8>) {
        facts[digest] = nil
    }

    func removeAll() {
        facts = [:]
    }
}
#endif
