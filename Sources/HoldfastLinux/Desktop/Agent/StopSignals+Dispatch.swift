#if os(Linux) && Desktop
import Dispatch
import Glibc
import HoldfastCrypto

/// The signals that end a process, as a sequence, for a process that is an agent and nothing else.
package final class StopSignals: Sendable {
    /// One element for each signal.
    package let stream: AsyncStream<Void>
    // Touched at the start and at the end alone; a source itself is no Sendable.
    private let sources: Locked<[any DispatchSourceSignal]>

    /// Catches SIGTERM, SIGINT and SIGHUP from now on.
    package init() {
        let (stream, feed) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        var sources: [any DispatchSourceSignal] = []
        for number in [SIGTERM, SIGINT, SIGHUP] {
            // The source sees the signal; the process must not end by it.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(
                signal: number, queue: DispatchQueue(label: "holdfast.signals"))
            source.setEventHandler { feed.yield() }
            source.activate()
            sources.append(source)
        }
        self.sources = Locked(sources)
    }

    deinit {
        sources.withLock { sources in for source in sources { source.cancel() } }
    }
}
#endif
