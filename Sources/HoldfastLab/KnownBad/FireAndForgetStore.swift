import HoldfastCore
import HoldfastCrypto

/// KNOWN BAD: a store that acknowledges a write and does it afterwards, as a helper does that
/// starts a write without awaiting it.
///
/// A write that then fails is never heard of again (breaks P5).
final class FireAndForgetStore: PassThroughStore, LaterWork {
    let base: any ItemStore
    private let pending = Locked<[Write]>([])

    private struct Write: Sendable {
        let key: ItemKey
        let value: SecretBytes
        let options: WriteOptions
    }

    init(base: any ItemStore) {
        self.base = base
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        acknowledge(Write(key: key, value: value, options: options))
    }

    func writeWithoutPrompt(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions
    ) throws(KeychainError) -> ItemVersion {
        acknowledge(Write(key: key, value: value, options: options))
    }

    func finish() {
        let writes = pending.withLock { writes in
            defer { writes = [] }
            return writes
        }
        for write in writes {
            do {
                try base.writeWithoutPrompt(write.value, for: write.key, options: write.options)
            } catch {
                // The mistake that this store shows: nobody is told.
            }
        }
    }

    private func acknowledge(_ write: Write) -> ItemVersion {
        pending.withLock { $0.append(write) }
        return ItemVersion(rawValue: 0)
    }
}
