public import HoldfastCrypto

/// How often a request is made, and how long is waited in between.
///
/// Each wait is twice the one before, up to a bound, and half of it is drawn, so that devices that
/// lost a relay together do not come back together.
public struct RelayPatience: Sendable, Hashable {
    /// How often a request is made in all.
    public var tries = 5
    /// The first wait.
    public var firstWait = Duration.milliseconds(500)
    /// The longest wait; a relay that asks for more is answered with
    /// ``RelayError/later(seconds:)``.
    public var longestWait = Duration.seconds(30)
    /// How long a request may take that the relay answers at once.
    public var timeout = Duration.seconds(30)

    /// What Holdfast uses: 5 tries within about 15 seconds.
    public init() {}

    /// The wait before another try.
    ///
    /// - Parameters:
    ///   - failures: how many tries have failed; 1 or more.
    ///   - random: draws half of it.
    /// - Returns: from half of the full wait to all of it.
    /// - Throws: ``CryptoError`` if there are no random bytes.
    public func wait(
        after failures: Int, random: any SecureRandom
    ) throws(CryptoError) -> Duration {
        var full = firstWait
        for _ in 1..<max(1, min(failures, 32)) where full < longestWait { full = full * 2 }
        full = min(full, longestWait)
        return full / 2 + full / 2 * (try random.uniform(below: 1_001)) / 1_000
    }
}
