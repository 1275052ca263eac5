import Dispatch
import HoldfastCrypto
import Synchronization

/// Runs an asynchronous call to its end on this thread, which is no thread of the pool.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task {
        do {
            try await body()
            outcome.set(nil)
        } catch {
            outcome.set(error)
        }
    }
    if let error = outcome.wait() { throw error }
}

/// How a call ended, once it has.
private final class Outcome: Sendable {
    private let error = Mutex<(any Error)?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func set(_ error: (any Error)?) {
        self.error.withLock { $0 = error }
        isDone.signal()
    }

    func wait() -> (any Error)? {
        isDone.wait()
        return error.withLock { $0 }
    }
}
