import HoldfastCrypto

/// An activation source that the app feeds from what its platform tells it.
///
/// Call ``post(_:)`` where the system says that the app became active, or that protected data or the
/// user's storage became available.
public final class ActivationFeed: ActivationSource {
    private let observers = Locked(Observers())

    /// Makes a feed that nobody follows yet.
    public init() {}

    /// Tells everybody who follows.
    ///
    /// - Parameter event: what happened.
    public func post(_ event: ActivationEvent) {
        for observer in observers.withLock({ Array($0.continuations.values) }) {
            observer.yield(event)
        }
    }

    /// The events from now on; of those that nobody took yet only the newest is kept.
    ///
    /// - Returns: a sequence that never ends by itself.
    public func activations() -> AsyncStream<ActivationEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ActivationEvent.self, bufferingPolicy: .bufferingNewest(1))
        let observers = observers
        let number = observers.withLock { $0.add(continuation) }
        continuation.onTermination = { _ in
            observers.withLock { $0.continuations[number] = nil }
        }
        return stream
    }

    private struct Observers: Sendable {
        var continuations: [Int: AsyncStream<ActivationEvent>.Continuation] = [:]
        private var lastNumber = 0

        mutating func add(_ continuation: AsyncStream<ActivationEvent>.Continuation) -> Int {
            lastNumber += 1
            continuations[lastNumber] = continuation
            return lastNumber
        }
    }
}
