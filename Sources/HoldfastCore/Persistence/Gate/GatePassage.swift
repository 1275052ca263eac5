/// Permission for one write through a gate: without one the store's write cannot be reached.
struct GatePassage: Sendable {
    /// The item that may be written.
    let key: ItemKey
    /// Whether the store had answered about it before.
    let isGuarded: Bool

    /// The store answered about this item.
    init(_ proof: AnsweredRead) {
        key = proof.key
        isGuarded = true
    }

    /// The gate does not guard now.
    init(unguarded key: ItemKey) {
        self.key = key
        isGuarded = false
    }
}
