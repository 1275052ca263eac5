import HoldfastCrypto

/// A clock for waits that stands still until a test moves it (P12).
///
/// A task that sleeps on it wakes when ``advance(by:)`` reaches its deadline, or at once with
/// `CancellationError` when it is cancelled. ``waitForSleepers(count:)`` tells a test that the code
/// under test has gone to sleep, so that no test needs a real delay.
public final class ManualClock: Clock {
    /// A moment of the clock: the time since it was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The moment a while later.
        ///
        /// - Parameter duration: how much later; may be negative.
        /// - Returns: that moment.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How long it is to another moment.
        ///
        /// - Parameter other: the other moment.
        /// - Returns: the time between; negative if `other` is earlier.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Whether `left` is earlier.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private let state = Locked(SleepRoster())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The moment it was last moved to.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// The smallest step: any.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the clock was moved to a moment.
    ///
    /// - Parameters:
    ///   - deadline: the moment to wake at.
    ///   - tolerance: not used; the clock is exact.
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { $0.nextNumber() }
        defer { state.withLock { $0.forget(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock {
                    $0.lieDown(number, until: deadline.offset, continuation)
                }
                outcome.wake()
            }
        } onCancel: {
            state.withLock { $0.cancel(number) }.wake()
        }
    }

    /// Moves the clock and wakes everybody whose deadline is reached.
    ///
    /// - Parameter duration: how far, zero or more.
    public func advance(by duration: Duration) {
        state.withLock { $0.advance(by: duration) }.wake()
    }

    /// Waits until so many tasks sleep on the clock at once.
    ///
    /// - Parameter count: how many.
    public func waitForSleepers(count: Int = 1) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watch(count: count, continuation) }.wake()
        }
    }
}
