import HoldfastCore
import HoldfastCrypto

/// A store around another one: every call goes through but for those that it answers itself.
protocol PassThroughStore: ItemStore {
    var base: any ItemStore { get }
}

extension PassThroughStore {
    var capabilities: StoreCapabilities { base.capabilities }

    func canUse(
        _ accessControl: AccessControl
    ) throws(KeychainError) -> AccessControlAvailability {
        try base.canUse(accessControl)
    }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try await base.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        try base.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await base.write(value, for: key, options: options, prompt: prompt)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        try base.writeWithoutPrompt(value, for: key, options: options)
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try await base.replaceInvalidated(key, with: value, options: options, prompt: prompt)
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try await base.remove(key)
    }

    func removeWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Bool {
        try base.removeWithoutPrompt(key)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try await base.attributes(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        try base.attributesWithoutPrompt(of: key)
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try await base.list(service: service)
    }

    func listWithoutPrompt(service: String?) throws(KeychainError) -> [ItemAttributes] {
        try base.listWithoutPrompt(service: service)
    }

    func availability() async -> StoreAvailability { await base.availability() }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> { base.availabilityUpdates() }
}
