import Dispatch
import HoldfastCrypto

/// A thread of its own for calls that block, so that the cooperative pool never waits for a disk or
/// for another process.
///
/// Calls run one after the other.
package final class BlockingQueue: Sendable {
    private let queue: DispatchQueue

    /// Whether bodies run where they are handed in: for tasks in which nothing blocks, as on a
    /// simulated phone, where going to another thread and back is most of the work.
    @TaskLocal package static var isInPlace = false

    /// Makes a queue.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a body on the queue and waits for it without holding a thread.
    ///
    /// - Parameter body: may block.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    package func run<R: Sendable>(
        _ body: @escaping @Sendable () throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        if Self.isInPlace { return try body() }
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<R, KeychainError>, Never>) in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(KeychainError) -> R in try body() })
            }
        }
        return try result.get()
    }

    /// Has a body run on the queue, after what was handed in before.
    package func enqueue(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs a body for each number, on all cores at once, and waits without holding a thread.
    ///
    /// For work of the processor's: what blocks on something else would hold the other numbers up.
    ///
    /// - Parameters:
    ///   - count: how many numbers there are, from 0.
    ///   - body: may run for several numbers at the same time.
    /// - Returns: what the body gave, in the order of the numbers.
    package func each<R: Sendable>(
        of count: Int, _ body: @escaping @Sendable (Int) -> R
    ) async -> [R] {
        if Self.isInPlace || count == 0 { return (0..<count).map(body) }
        return await withCheckedContinuation { continuation in
            queue.async {
                let results = Locked([R?](repeating: nil, count: count))
                DispatchQueue.concurrentPerform(iterations: count) { number in
                    let result = body(number)
                    results.withLock { $0[number] = result }
                }
                continuation.resume(returning: results.withLock { $0.compactMap(\.self) })
            }
        }
    }
}
