#if os(Linux)
internal import Synchronization

/// Lets through so many of each kind in a minute, for each name apart.
///
/// A bucket that fills evenly and holds a minute's worth. It counts in this process alone: with
/// several processes each lets through as many.
final class RateLimiter: Sendable {
    /// What is counted.
    enum Kind: UInt8, Sendable {
        case address = 1
        case account
        case login
        case entry
        case claimer
        case target
        case inbox
    }

    private struct Key: Hashable {
        let kind: Kind
        let name: [UInt8]
    }

    private struct Bucket {
        var tokens: Double
        var milliseconds: Int64
    }

    private let clock: RelayClock
    private let buckets = Mutex<[Key: Bucket]>([:])
    private static let most = 200_000

    /// Makes a limiter with full buckets.
    init(clock: RelayClock) {
        self.clock = clock
    }

    /// Takes one.
    ///
    /// - Parameters:
    ///   - kind: what is counted.
    ///   - name: whose.
    ///   - perMinute: how many fit into a minute; 1 or more.
    /// - Returns: nil, or in how many seconds there is one again: 1 or more.
    func take(_ kind: Kind, _ name: [UInt8], perMinute: Int) -> UInt64? {
        let now = clock.milliseconds()
        let capacity = Double(perMinute)
        return buckets.withLock { buckets in
            let key = Key(kind: kind, name: name)
            if buckets.count >= Self.most { Self.forgetFull(&buckets, now) }
            var bucket = buckets[key] ?? Bucket(tokens: capacity, milliseconds: now)
            let gained = Double(max(0, now - bucket.milliseconds)) * capacity / 60_000
            bucket.tokens = min(capacity, bucket.tokens + gained)
            bucket.milliseconds = now
            defer { buckets[key] = bucket }
            guard bucket.tokens < 1 else {
                bucket.tokens -= 1
                return nil
            }
            return UInt64(max(1, ((1 - bucket.tokens) * 60 / capacity).rounded(.up)))
        }
    }

    /// A bucket that nobody took from for a minute is full, and a new one is the same.
    private static func forgetFull(_ buckets: inout [Key: Bucket], _ now: Int64) {
        buckets = buckets.filter { now - $0.value.milliseconds < 60_000 }
        // So many names within a minute are an attack; forgetting all of them bounds the memory.
        if buckets.count >= most { buckets.removeAll() }
    }
}
#endif
