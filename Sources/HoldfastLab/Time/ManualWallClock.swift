public import HoldfastCore
import HoldfastCrypto

/// A calendar clock that stands still until a test moves it (P12).
public final class ManualWallClock: WallClock {
    private let time: Locked<UnixTime>

    /// Makes a clock.
    ///
    /// - Parameter now: the moment it shows.
    public init(now: UnixTime = UnixTime(seconds: 0)) {
        time = Locked(now)
    }

    /// The moment it was last set to.
    public var now: UnixTime { time.withLock { $0 } }

    /// Moves the clock, as a person or a time server can: also backwards.
    ///
    /// - Parameter seconds: how far; negative goes back.
    public func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = UnixTime(seconds: $0.seconds + seconds) }
    }
}
