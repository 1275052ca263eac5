import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// A store whose process can end and start again, as a phone's does at a restart.
///
/// Every call goes to the store of the process that lives now.
final class RestartingStore: PassThroughStore {
    private let current: Locked<any ItemStore>

    init(_ store: any ItemStore) {
        current = Locked(store)
    }

    /// Takes the store of a new process.
    func restart(as store: any ItemStore) {
        current.withLock { $0 = store }
    }

    var base: any ItemStore { current.withLock { $0 } }
}
