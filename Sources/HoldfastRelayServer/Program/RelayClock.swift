#if os(Linux)
internal import Glibc

/// The clocks that a relay goes by; parameters, so that tests set them.
struct RelayClock: Sendable {
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    /// Milliseconds since some moment, never backwards.
    let milliseconds: @Sendable () -> Int64

    /// The system's.
    static let system = RelayClock(
        now: { Int64(read(CLOCK_REALTIME).tv_sec) },
        milliseconds: {
            let time = read(CLOCK_MONOTONIC)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        })

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
#endif
