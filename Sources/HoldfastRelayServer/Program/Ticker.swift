#if os(Linux)
internal import Glibc
internal import Synchronization

/// What is done with time: slow connections each second, old rows each minute.
final class Ticker: Sendable {
    private let isEnding: Flag
    private let thread: WorkerThread

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Starts.
    ///
    /// - Throws: ``RelayFailure`` if the system has no thread left.
    init(relay: Relay, watch: ConnectionWatch) throws(RelayFailure) {
        let flag = Flag()
        isEnding = flag
        thread = try WorkerThread {
            var second = 0
            while !flag.value.load(ordering: .relaxed) {
                relay.tick()
                _ = watch.shutSlow()
                if second % 60 == 0 { relay.sweep() }
                second += 1
                usleep(1_000_000)
            }
        }
    }

    /// Ends, which takes up to a second.
    func stop() {
        isEnding.value.store(true, ordering: .relaxed)
        thread.join()
    }
}
#endif
