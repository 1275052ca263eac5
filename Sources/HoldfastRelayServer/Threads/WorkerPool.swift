#if os(Linux)
/// A few threads for what takes longer than a poll may wait: signatures, long logs.
final class WorkerPool: Sendable {
    private let queue: BlockingQueue<@Sendable () -> Void>
    private let threads: [WorkerThread]

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: how many; 1 or more.
    ///   - limit: how much can wait for them.
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    init(count: Int, limit: Int) throws(RelayFailure) {
        let queue = BlockingQueue<@Sendable () -> Void>(limit: limit)
        var threads: [WorkerThread] = []
        for _ in 0..<count {
            threads.append(
                try WorkerThread {
                    while let work = queue.take(atMost: 1).first { work() }
                })
        }
        self.queue = queue
        self.threads = threads
    }

    /// Does something on one of the threads; false if too much waits already.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool { queue.push(work) }

    /// Finishes what waits, and ends the threads.
    func stop() {
        queue.close()
        for thread in threads { thread.join() }
    }
}
#endif
