import HoldfastCrypto

/// What is known to lie in the stores: the record that conditional writes and pairs are built on.
struct StoredParts: Sendable {
    /// What is known of one part's item.
    struct Record: Sendable {
        /// The item's version; `nil` if the store answered that there is none.
        var version: ItemVersion?
        /// What the first part refers to; kept for the other parts only, which write it along.
        var content: StateContent?
    }

    /// One for each part, the first part first.
    var records: [Record]
    /// Whether payloads from before a migration may lie beside.
    var keepsOlder = false

    init(partCount: Int) {
        records = Array(repeating: Record(), count: partCount)
    }

    init(_ found: FoundParts) {
        records = found.items.enumerated().map { index, item in
            let isOther = index > 0 && index < found.contents.count
            return Record(version: item?.version, content: isOther ? found.contents[index] : nil)
        }
        keepsOlder = found.keepsOlder
    }
}

/// A save whose end is not known: something of it may lie in the stores.
struct UnsettledSave: Sendable {
    /// The first part's payload, once its write was begun.
    var payload: SecretBytes?
}

/// What a read of all parts found.
struct FoundParts: Sendable {
    /// The store's answer about the first part.
    let proof: AnsweredRead
    /// The items, the first part's first.
    var items: [Item?]
    /// One for each part; none at all if the answer is that nothing was stored yet.
    var contents: [StateContent] = []
    var keepsOlder = false
}
