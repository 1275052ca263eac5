#if os(Linux)
import HoldfastCore

extension AsyncStream<StoreAvailability> {
    /// The states of a store that has no way to tell of a change and has to be asked.
    ///
    /// - Parameters:
    ///   - interval: how long to wait between two questions.
    ///   - clock: waits.
    ///   - ask: gives the present state.
    /// - Returns: the present state first, then each that differs from the one before; a listener
    ///   that is slow gets the newest. Asking ends with the listener.
    static func polling(
        every interval: Duration, _ clock: any VaultClock,
        _ ask: @escaping @Sendable () async -> StoreAvailability
    ) -> AsyncStream<StoreAvailability> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var last: StoreAvailability?
                while !Task.isCancelled {
                    let now = await ask()
                    if now != last { continuation.yield(now) }
                    last = now
                    do {
                        try await clock.sleep(for: interval)
                    } catch {
                        // Cancelled: nobody listens any more.
                        break
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
#endif
