/// Where the memory of secrets comes from: slots of locked pages for small ones, pages of their
/// own for large ones.
///
/// Chunks of pages are cut into slots of a power of two and stay mapped for the life of the
/// process; a slot that is given back is wiped and serves the next secret of its size. So do the
/// pages of one large secret. What is handed out is always zero: fresh pages are, and used ones
/// were wiped.
final class SecretArena: Sendable {
    /// The arena of the process.
    static let shared = SecretArena()

    /// Largest secret that gets a slot, in bytes; larger ones get pages of their own.
    static let largestSlot = 4096

    private let slots = Locked(SecretSlots())
    private let spare = Locked(SparePages())

    /// Gives zeroed memory for a secret.
    ///
    /// Stops the process if there is no memory left, as any Swift allocation does.
    func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
        guard count > 0 else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        guard count <= Self.largestSlot else {
            return UnsafeMutableRawBufferPointer(rebasing: pages(count).bytes[..<count])
        }
        let slot = slots.withLock { $0.take(SlotClass(for: count)) }
        return UnsafeMutableRawBufferPointer(start: slot.address, count: count)
    }

    /// Wipes memory that `take` gave and makes it available again.
    func giveBack(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        bytes.wipe()
        guard bytes.count <= Self.largestSlot else {
            let pages = SecretPages(of: bytes)
            spare.withLock { $0.giveBack(pages) }?.unmap()
            return
        }
        let slot = SecretSlot(address: start)
        slots.withLock { $0.giveBack(slot, SlotClass(for: bytes.count)) }
    }

    private func pages(_ count: Int) -> SecretPages {
        guard let kept = spare.withLock({ $0.take(count) }) else { return SecretPages.map(count) }
        // Again, as it may have been refused the last time.
        kept.lock()
        return kept
    }
}
