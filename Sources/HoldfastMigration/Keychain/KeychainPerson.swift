import HoldfastApple
import HoldfastCore
import HoldfastCrypto

/// A person who confirmed once, for as long as a source is there.
final class KeychainPerson: Sendable {
    let context: any AuthenticationContext
    /// What the items had that this confirmation opens.
    let protection: ItemProtection
    private let handles = Locked<Set<String>>([])

    init(_ context: any AuthenticationContext, _ protection: ItemProtection) {
        self.context = context
        self.protection = protection
    }

    deinit {
        context.invalidate()
    }

    /// Remembers that an item could be read only by this confirmation.
    func noteUse(for handle: String) {
        handles.withLock { _ = $0.insert(handle) }
    }

    func wasUsed(for handle: String) -> Bool {
        handles.withLock { $0.contains(handle) }
    }
}
