/// One item in a ledger: what is settled about it, and a change that may be under way.
///
/// A change is noted before the platform is called and settled after it. A change that was never
/// settled, because the process died, is settled later by what the platform then answers:
///
/// | settled before | under way | the platform has a row | the platform has none |
/// | --- | --- | --- | --- |
/// | nothing | a write | the item, by the row | nothing |
/// | an item | a write | the item, by the row | **the item's key is lost** |
/// | a tombstone | a write | the item, by the row | the tombstone |
/// | an item | a removal | the item | nothing |
/// | a tombstone | a removal | the item, by the row | the tombstone |
///
/// The bold answer is not a guess: a write never removes a row, so a row that was there and is gone
/// was gone before the write. No entry of the table says `nil` for an item that exists (P1), and
/// none says that a key is lost because of a process that died (P2).
package struct LedgerEntry: Sendable, Equatable {
    /// What is known for certain.
    package enum Settled: Sendable, Equatable {
        /// The store holds the item.
        case item(LedgerFacts)
        /// The store held it, and a rule took its key.
        case tombstone(Invalidation, LedgerFacts)
    }

    /// What may have happened since.
    package enum Pending: Sendable, Equatable {
        /// The item is being written with these facts.
        case write(LedgerFacts)
        /// The item is being removed.
        case removal
    }

    /// What is known for certain; `nil` if there was nothing.
    package var settled: Settled?
    /// What may have happened since; `nil` if nothing is under way.
    package var pending: Pending?

    /// Takes the parts.
    package init(settled: Settled?, pending: Pending?) {
        self.settled = settled
        self.pending = pending
    }

    /// The tombstone, if that is what is known for certain.
    package var invalidation: Invalidation? {
        if case .tombstone(let invalidation, _) = settled { invalidation } else { nil }
    }

    /// The facts last known for certain, of the item or of what it was.
    package var facts: LedgerFacts? {
        switch settled {
        case .item(let facts), .tombstone(_, let facts): facts
        case nil: nil
        }
    }
}

extension LedgerEntry {
    /// What an answer of the platform means for an item with this entry.
    package enum Meaning: Sendable, Equatable {
        /// There is such an item; its facts are these, or unknown and to be read from the row.
        case item(LedgerFacts?)
        /// There is none.
        case nothing
        /// There was one, the store no longer has it, and nobody removed it: the backend says by
        /// which rule its key was lost.
        case lost(LedgerFacts)
        /// There was one, and that its key is lost was noticed before.
        case tombstone(Invalidation, LedgerFacts)
    }

    /// What it means that the platform has a row.
    ///
    /// - Parameter version: the version that the row carries; `nil` if the row does not tell.
    /// - Returns: ``Meaning/item(_:)``, with the facts of the write that made the row if they are
    ///   known; a row in the place of a tombstone is the item that was written over it.
    package func meaning(ofRowWith version: ItemVersion?) -> Meaning {
        if case .write(let facts) = pending, version == nil || facts.version == version {
            return .item(facts)
        }
        if case .item(let facts) = settled, version == nil || facts.version == version {
            return .item(facts)
        }
        return .item(nil)
    }

    /// What it means that the platform, which is known to be answering, has no row.
    package var meaningOfNoRow: Meaning {
        switch (settled, pending) {
        case (nil, _), (.item, .removal): .nothing
        case (.item(let facts), .write), (.item(let facts), nil): .lost(facts)
        case (.tombstone(let invalidation, let facts), _): .tombstone(invalidation, facts)
        }
    }
}
