import HoldfastCore
import HoldfastCrypto

@testable import HoldfastLab

/// A store whose writes wait, inside of the call, until the test lets them go.
final class HeldStore: PassThroughStore {
    private struct State: Sendable {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isHolding = true
        var activeCount = 0
        var maximumActiveCount = 0
    }

    let base: any ItemStore
    private let state = Locked(State())

    init(_ store: MemoryStore) {
        base = store
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

    func read(_ key: ItemKey, prompt: Prompt) async throws(KeychainError) -> Item? {
        begin()
        defer { end() }
        return try await base.read(key, prompt: prompt)
    }

    func write(
        _ value: SecretBytes, for key: ItemKey, options: WriteOptions, prompt: Prompt
    ) async throws(KeychainError) -> ItemVersion {
        begin()
        defer { end() }
        await hold()
        return try await base.write(value, for: key, options: options, prompt: prompt)
    }

}
