#if os(Linux) && SecretService
import CSecret

/// How long an operation may still take, for calls that block.
struct TimeLimit {
    private let end: ContinuousClock.Instant

    init(_ duration: Duration) {
        end = .now + duration
    }

    /// What is left, at least a millisecond: GLib takes 0 and less for its own limits.
    var milliseconds: Int32 {
        let left = (end - .now).components
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: max(1, milliseconds))
    }

    var isOver: Bool { .now >= end }

    /// Runs a call that has no limit of its own and is cancelled when the time is over.
    func run<R>(_ call: (UnsafeMutablePointer<GCancellable>?) -> R) -> R {
        // Safe although unchecked: a GCancellable may be cancelled from any thread (GIO's
        // documentation), and the alarm owns a reference until it will not fire any more.
        nonisolated(unsafe) let cancellable = g_cancellable_new()
        g_object_ref(cancellable)
        let alarm = Alarm(
            afterMilliseconds: Int(milliseconds), ring: { g_cancellable_cancel(cancellable) },
            end: { g_object_unref(cancellable) })
        defer {
            alarm.cancel()
            g_object_unref(cancellable)
        }
        return call(cancellable)
    }
}
#endif
