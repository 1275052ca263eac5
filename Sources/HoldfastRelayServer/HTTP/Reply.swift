#if os(Linux)
internal import Synchronization

/// The one answer to a request, which may come on any thread, now or later.
final class Reply: Sendable {
    private struct State {
        var response: RelayResponse?
        var isTaken = false
        var wake: Wake?
        var observer: Observer?
    }

    private let state = Mutex(State())

    /// Lets somebody see the answer when it has come.
    func observe(_ observer: @escaping @Sendable (RelayResponse) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Answers; a second answer is dropped.
    func send(_ response: RelayResponse) {
        let (wake, observer) = state.withLock { state in
            guard state.response == nil, !state.isTaken else {
                return (nil, nil) as (Wake?, Observer?)
            }
            state.response = response
            defer {
                state.wake = nil
                state.observer = nil
            }
            return (state.wake, state.observer)
        }
        wake?()
        // Last, so that a request that counts as ended has been handed back already.
        observer?(response)
    }

    private typealias Wake = @Sendable () -> Void
    private typealias Observer = @Sendable (RelayResponse) -> Void

    /// Takes the answer if it is there; else does what it takes to wait, before it can come.
    ///
    /// - Parameters:
    ///   - suspend: runs only if there is no answer yet.
    ///   - wake: is called once, when the answer comes, after `suspend`.
    /// - Returns: the answer, or nil if it will come.
    func take(
        orWait suspend: () -> Void, wake: @escaping @Sendable () -> Void
    ) -> RelayResponse? {
        state.withLock { state in
            if let response = state.response {
                state.response = nil
                state.isTaken = true
                return response
            }
            suspend()
            state.wake = wake
            return nil
        }
    }
}
#endif
