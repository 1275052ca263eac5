import HoldfastCore
import HoldfastCrypto

/// A small store that never prompts, locks or loses a key: the calls that may prompt are those that
/// never do.
protocol PromptlessStore: ItemStore {}

extension PromptlessStore {
    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        try readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        try writeWithoutPrompt(value, for: key, options: options)
    }

    func replaceInvalidated(
        _ key: ItemKey, with value: SecretBytes, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        throw StoreConflict.notInvalidated.error
    }

    func remove(_ key: ItemKey) async throws(KeychainError) -> Bool {
        try removeWithoutPrompt(key)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        try attributesWithoutPrompt(of: key)
    }

    func list(service: String?) async throws(KeychainError) -> [ItemAttributes] {
        try listWithoutPrompt(service: service)
    }

    func availability() async -> StoreAvailability { .unlocked }

    func availabilityUpdates() -> AsyncStream<StoreAvailability> {
        AsyncStream { continuation in
            continuation.yield(.unlocked)
            continuation.finish()
        }
    }
}
