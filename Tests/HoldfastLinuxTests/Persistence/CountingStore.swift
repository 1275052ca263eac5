import HoldfastCore
import HoldfastCrypto

/// A store that counts the reads and writes that reach it.
final class CountingStore: ItemStore {
    struct Counts: Sendable, Equatable {
        var reads = 0
        var writes = 0
    }

    private let store: any ItemStore
    private let tally = Locked(Counts())

    init(_ store: any ItemStore) {
        self.store = store
    }

    var counts: Counts { tally.withLock { $0 } }

    func forget() { tally.withLock { $0 = Counts() } }

    var capabilities: StoreCapabilities { store.capabilities }

    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability {
        try store.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        tally.withLock { $0.reads += 1 }
        return try await store.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        tally.withLock { $0.reads += 1 }
        return try store.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        tally.withLock { $0.writes += 1 }
        return try await store.write(value, for: key, options: options, prompt: prompt)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        tally.withLock { $0.writes += 1 }
        return try store.writeWithoutPrompt(value, for: key, options: options)
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await store.replaceInvalidated(key, with: value, options: options, prompt: prompt)
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool { try await store.remove(key) }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try store.removeWithoutPrompt(key)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        tally.withLock { $0.reads += 1 }
        return try await store.attributes(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        tally.withLock { $0.reads += 1 }
        return try store.attributesWithoutPrompt(of: key)
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
