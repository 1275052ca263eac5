#if canImport(Security) || os(Linux)
import Holdfast
import HoldfastCore

extension StoreSource {
    static func openPlatform() throws(KeychainError) -> any ItemStore {
        try DefaultStore.open()
    }
}
#endif
