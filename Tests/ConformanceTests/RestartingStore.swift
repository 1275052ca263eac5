import HoldfastCore
import HoldfastCrypto

/// A store whose process can end and start again, as a phone's does at a restart.
///
/// Every call goes to the store of the process that lives now.
final class RestartingStore: ItemStore {
    private let current: Locked<any ItemStore>

    init(_ store: any ItemStore) {
        current = Locked(store)
    }

    /// Takes the store of a new process.
    func restart(as store: any ItemStore) {
        current.withLock { $0 = store }
    }

    private var store: any ItemStore { current.withLock { $0 } }

    var capabilities: StoreCapabilities { store.capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try store.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await store.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try store.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.write(value, for: key, options: options, prompt: prompt)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try store.writeWithoutPrompt(value, for: key, options: options)
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.replaceInvalidated(key, with: value, options: options, prompt: prompt)
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await store.remove(key)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try store.removeWithoutPrompt(key)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await store.attributes(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try store.attributesWithoutPrompt(of: key)
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await store.list(service: service)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try store.listWithoutPrompt(service: service)
    }

    func availability() async -> StoreAvailability { await store.availability() }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> { store.availabilityUpdates() }
}
