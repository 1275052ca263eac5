import HoldfastCrypto

/// The present status and everybody who follows it.
final class StatusBoard: Sendable {
    private let state = Locked(Board())

    var status: PersistorStatus { state.withLock { $0.status } }

    /// Shows a status; nobody hears of one that was shown before.
    func show(_ status: PersistorStatus) {
        state.withLock { board in
            guard board.status != status else { return }
            board.status = status
            // Under the lock, so that everybody sees the changes in the same order.
            for observer in board.observers.values { observer.yield(status) }
        }
    }

    /// The statuses, the present one first.
    ///
    /// Who does not look keeps the newest 16, so that memory is bounded.
    func updates() -> AsyncStream<PersistorStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PersistorStatus.self, bufferingPolicy: .bufferingNewest(16))
        let state = state
        let number = state.withLock { $0.add(continuation) }
        continuation.onTermination = { _ in state.withLock { $0.observers[number] = nil } }
        return stream
    }

    private struct Board: Sendable {
        var status = PersistorStatus.loading
        var observers: [Int: AsyncStream<PersistorStatus>.Continuation] = [:]
        private var lastNumber = 0

        mutating func add(_ observer: AsyncStream<PersistorStatus>.Continuation) -> Int {
            observer.yield(status)
            lastNumber += 1
            observers[lastNumber] = observer
            return lastNumber
        }
    }
}
