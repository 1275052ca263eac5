import Holdfast
import HoldfastCore
import HoldfastCrypto

/// Where a keychain's store comes from.
enum StoreSource: Sendable {
    /// The platform's own, one for the process.
    case platform
    case given(any ItemStore)

    private static let opened = Locked<(any ItemStore)?>(nil)

    /// The store.
    ///
    /// - Throws: what keeps the platform's store from being set up; the next call tries again.
    func open() throws(KeychainError) -> any ItemStore {
        if case .given(let store) = self { return store }
        return try Self.opened.withLock { (opened) throws(KeychainError) in
            if let store = opened { return store }
            let store = try Self.openPlatform()
            opened = store
            return store
        }
    }
}
