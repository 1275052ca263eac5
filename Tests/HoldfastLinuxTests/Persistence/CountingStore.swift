import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// A store that counts the reads and writes that reach it.
final class CountingStore: PassThroughStore {
    struct Counts: Sendable, Equatable {
        var reads = 0
        var writes = 0
    }

    let base: any ItemStore
    private let tally = Locked(Counts())

    init(_ store: any ItemStore) {
        base = store
    }

    var counts: Counts { tally.withLock { $0 } }

    func forget() { tally.withLock { $0 = Counts() } }

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        tally.withLock { $0.reads += 1 }
        return try await base.read(key, prompt: prompt)
    }

    func readWithoutPrompt(_ key: ItemKey) throws(KeychainError) -> Item? {
        tally.withLock { $0.reads += 1 }
        return try base.readWithoutPrompt(key)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        tally.withLock { $0.writes += 1 }
        return try await base.write(value, for: key, options: options, prompt: prompt)
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        tally.withLock { $0.writes += 1 }
        return try base.writeWithoutPrompt(value, for: key, options: options)
    }

    func attributes(of key: ItemKey) async throws(KeychainError) -> ItemAttributes? {
        tally.withLock { $0.reads += 1 }
        return try await base.attributes(of: key)
    }

    func attributesWithoutPrompt(of key: ItemKey) throws(KeychainError) -> ItemAttributes? {
        tally.withLock { $0.reads += 1 }
        return try base.attributesWithoutPrompt(of: key)
    }

}
