#if os(Linux) && SecretService
import Dispatch

/// Runs something after a time, unless it is cancelled first.
struct Alarm {
    private let timer: any DispatchSourceTimer

    /// Sets the alarm.
    ///
    /// - Parameters:
    ///   - milliseconds: after how long.
    ///   - ring: what to run then, on a thread of Dispatch's.
    ///   - end: what to run when `ring` has run for the last time, or never will.
    init(
        afterMilliseconds milliseconds: Int, ring: @escaping @Sendable () -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + .milliseconds(milliseconds))
        timer.setEventHandler(handler: ring)
        timer.setCancelHandler(handler: end)
        timer.resume()
    }

    /// Takes the alarm back; `end` follows.
    func cancel() {
        timer.cancel()
    }
}
#endif
