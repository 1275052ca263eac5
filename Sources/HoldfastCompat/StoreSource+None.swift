#if !canImport(Security) && !os(Linux)
import HoldfastCore

extension StoreSource {
    static func openPlatform() throws(KeychainError) -> any ItemStore {
        throw KeychainError(
            .unsupported, "this platform's store has to be opened by the app",
            advice: "open it and give it to Keychain(service:in:)")
    }
}
#endif
