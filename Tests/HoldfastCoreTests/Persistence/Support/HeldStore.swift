import HoldfastCore
import HoldfastCrypto
import HoldfastLab

/// A store whose writes wait, inside of the call, until the test lets them go.
final class HeldStore: ItemStore {
    private struct State: Sendable {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isHolding = true
        var activeCount = 0
        var maximumActiveCount = 0
    }

    let store: MemoryStore
    private let state = Locked(State())

    init(_ store: MemoryStore) {
        self.store = store
    }

    /// How many writes wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
    /// How many reads and writes were ever under way at once.
    var maximumActiveCount: Int { state.withLock { $0.maximumActiveCount } }

    /// Lets all writes go, those that wait and those to come.
    func release() {
        let waiting = state.withLock { state in
            state.isHolding = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func begin() {
        state.withLock {
            $0.activeCount += 1
            $0.maximumActiveCount = max($0.maximumActiveCount, $0.activeCount)
        }
    }

    private func end() { state.withLock { $0.activeCount -= 1 } }

    private func hold() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHolding { state.waiting.append(continuation) }
                return state.isHolding
            }
            if !isHeld { continuation.resume() }
        }
    }

    var capabilities: StoreCapabilities { store.capabilities }

    func canUse(_ accessControl: AccessControl) throws(KeychainError) -> AccessControlAvailability {
        try store.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        begin()
        defer { end() }
        return try await store.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try store.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        begin()
        defer { end() }
        await hold()
        return try await store.write(value, for: key, options: options, prompt: prompt)
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

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool { try await store.remove(key) }

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
