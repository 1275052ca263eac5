#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#endif

/// Tells what time it is, so that tests can say (P12).
public protocol WallClock: Sendable {
    /// The present moment by the system's calendar clock, which people can set.
    var now: UnixTime { get }
}

/// The system's own calendar clock.
public struct SystemWallClock: WallClock {
    /// Takes the system's clock.
    public init() {}

    /// The present moment.
    public var now: UnixTime { UnixTime(seconds: Int64(time(nil))) }
}
