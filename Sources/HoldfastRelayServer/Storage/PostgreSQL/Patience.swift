#if os(Linux) && PostgreSQL
internal import Glibc

/// How often, and for how long, something is tried again: longer from one time to the next, and never
/// in step with others.
struct Patience {
    private static let most: Int64 = 15_000
    private let end: Int64
    private var step: Int64 = 4

    /// Begins to count.
    init() {
        end = RelayClock.system.milliseconds() + Self.most
    }

    /// Whether nothing is tried any more.
    var isOver: Bool { RelayClock.system.milliseconds() >= end }

    /// Waits for the next try; false once 15 seconds are over.
    mutating func wait() -> Bool {
        let time = Int64.random(in: step / 2...step)
        step = min(step * 2, 1_000)
        guard RelayClock.system.milliseconds() + time < end else { return false }
        usleep(UInt32(time) * 1_000)
        return true
    }
}
#endif
