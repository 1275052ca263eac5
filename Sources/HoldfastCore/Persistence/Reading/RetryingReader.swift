/// Reads items and repeats a read that the device does not allow at this moment.
///
/// When the budget is used up the last error is thrown: what could not be read is never `nil` (P1).
public struct RetryingReader: Sendable {
    private let store: any ItemStore
    private let budget: RetryBudget
    private let clock: any Clock<Duration>

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - store: where to read.
    ///   - budget: how often and how patiently to repeat.
    ///   - clock: measures the waits; tests bring their own (P12).
    public init(
        _ store: any ItemStore, budget: RetryBudget = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.budget = budget
        self.clock = clock
    }

    /// Reads an item, waiting and asking again while the answer is `INTERACTION_NOT_ALLOWED`.
    ///
    /// - Parameters:
    ///   - key: the item's name.
    ///   - prompt: the words to show if a prompt is needed.
    /// - Returns: the item, or `nil` if the store answered that there is none (P1).
    /// - Throws: `INTERACTION_NOT_ALLOWED` after the last repetition, any other error at once,
    ///   `SYSTEM_CANCELED` if the task is cancelled during a wait. The store is unchanged.
    public func read(
        _ key: ItemKey, prompt: Prompt = .standard
    ) async throws(KeychainError) -> Item? {
        var failureCount = 0
        while true {
            do throws(KeychainError) {
                return try await store.read(key, prompt: prompt)
            } catch {
                failureCount += 1
                guard let delay = budget.delay(after: error, failureCount: failureCount) else {
                    throw error
                }
                try await wait(delay)
            }
        }
    }

    private func wait(_ delay: Duration) async throws(KeychainError) {
        do {
            try await clock.sleep(for: delay)
        } catch {
            // The only error of a clock's sleep is that the task was cancelled.
            throw KeychainError(.systemCanceled, "the wait for a readable item was cancelled")
        }
    }
}
