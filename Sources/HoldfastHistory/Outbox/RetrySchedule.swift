#if os(Linux)
public import HoldfastCrypto

/// How long to wait before the next try: twice as long after each failure, up to a bound, and a
/// random part of it, so that devices that lost the server together do not come back together.
public struct RetrySchedule: Sendable, Hashable {
    /// The wait after the first failure, in seconds; 1 or more.
    public let first: Int64
    /// The longest wait, in seconds; at least ``first``.
    public let longest: Int64

    /// Makes a schedule.
    ///
    /// - Parameters:
    ///   - first: the wait after the first failure, in seconds; at least 1 counts.
    ///   - longest: the longest wait, in seconds; at least `first` counts.
    public init(first: Int64 = 2, longest: Int64 = 900) {
        self.first = max(1, first)
        self.longest = max(self.first, longest)
    }

    /// The wait after some failures in a row.
    ///
    /// - Parameters:
    ///   - failures: how many there were; 1 or more.
    ///   - random: draws the random half.
    /// - Returns: half of the doubled wait, and up to as much again; 1 or more seconds.
    /// - Throws: ``CryptoError`` if there are no random bytes.
    public func delay(
        after failures: Int, random: any SecureRandom
    ) throws(CryptoError) -> Int64 {
        let doublings = max(0, min(failures - 1, 40))
        let (product, overflows) = first.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let whole = overflows ? longest : min(product, longest)
        let half = whole / 2
        return max(1, half + Int64(try random.uniform(below: Int(whole - half) + 1)))
    }
}
#endif
