import Dispatch
import HoldfastCore

/// A thread of its own for calls that block, so that the cooperative pool never waits for the
/// Keystore, which takes seconds on some phones.
///
/// Calls run one after the other.
final class BlockingQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func run<R: Sendable>(
        _ body: @escaping @Sendable () throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<R, KeychainError>, Never>) in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(KeychainError) -> R in try body() })
            }
        }
        return try result.get()
    }
}
