import HoldfastCrypto
import HoldfastWire
import Synchronization
import Testing

@testable import HoldfastRelayServer

/// A clock that stands still until a test moves it.
private final class SetClock: Sendable {
    private let time = Mutex(Int64(1_000_000))

    func advance(milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    var clock: RelayClock {
        RelayClock(
            now: { self.time.withLock { $0 / 1_000 } },
            milliseconds: { self.time.withLock { $0 } })
    }
}

@Suite("What a relay counts")
struct LimitTests {
    @Test("A minute's worth goes through at once, then evenly, for each name apart")
    func bucket() {
        let time = SetClock()
        let limiter = RateLimiter(clock: time.clock)
        for _ in 0..<60 { #expect(limiter.take(.address, [1], perMinute: 60) == nil) }
        #expect(limiter.take(.address, [1], perMinute: 60) == 1)
        #expect(limiter.take(.address, [2], perMinute: 60) == nil)
        #expect(limiter.take(.account, [1], perMinute: 60) == nil)
        time.advance(milliseconds: 999)
        #expect(limiter.take(.address, [1], perMinute: 60) == 1)
        time.advance(milliseconds: 1)
        #expect(limiter.take(.address, [1], perMinute: 60) == nil)
        #expect(limiter.take(.address, [1], perMinute: 60) == 1)
        time.advance(milliseconds: 3_600_000)
        var count = 0
        while limiter.take(.address, [1], perMinute: 60) == nil { count += 1 }
        #expect(count == 60)
    }

    @Test("The time that is said is enough")
    func retryTime() throws {
        let time = SetClock()
        let limiter = RateLimiter(clock: time.clock)
        #expect(limiter.take(.login, [1], perMinute: 1) == nil)
        let seconds = try #require(limiter.take(.login, [1], perMinute: 1))
        #expect(seconds == 60)
        time.advance(milliseconds: Int64(seconds) * 1_000)
        #expect(limiter.take(.login, [1], perMinute: 1) == nil)
    }

    @Test("A request is admitted once, within its time")
    func replays() {
        let memory = ReplayMemory(now: 1_000)
        #expect(!memory.admit([1], time: 999, now: 1_000))
        #expect(memory.admit([1], time: 1_000, now: 1_000))
        #expect(!memory.admit([1], time: 1_000, now: 1_000))
        #expect(!memory.admit([2], time: 1_006, now: 1_000))
        #expect(memory.admit([2], time: 1_005, now: 1_000))
        #expect(!memory.admit([3], time: 1_379, now: 1_500))
        #expect(memory.admit([3], time: 1_380, now: 1_500))
    }

    @Test("Whatever the clock does in between, a request is not admitted again while it is in time")
    func replaysOverTime() {
        for step in 1...130 as ClosedRange<Int64> {
            let memory = ReplayMemory(now: 1_000)
            var now: Int64 = 1_000
            #expect(memory.admit([7], time: 1_005, now: now))
            while now < 1_300 {
                now += step
                #expect(!memory.admit([7], time: 1_005, now: now))
                _ = memory.admit([UInt8(truncatingIfNeeded: now), 1], time: now, now: now)
            }
        }
    }

    @Test("Who waits acts once: when woken, at the deadline or at the end")
    func waiters() throws {
        let waiters = InboxWaiters()
        let account = try #require(AccountID([UInt8](repeating: 1, count: 32)))
        let device = try #require(DeviceID([UInt8](repeating: 2, count: 32)))
        let other = try #require(DeviceID([UInt8](repeating: 3, count: 32)))
        let acts = Mutex<[Int]>([])
        func wait(_ number: Int, _ device: DeviceID, until deadline: Int64) -> Int? {
            waiters.wait(device, of: account, until: deadline) {
                acts.withLock { $0.append(number) }
            }
        }
        _ = wait(1, device, until: 100)
        _ = wait(2, other, until: 100)
        let third = try #require(wait(3, device, until: 200))
        #expect(waiters.cancel(third, device, of: account))
        #expect(!waiters.cancel(third, device, of: account))
        waiters.wake([InboxName(account: account, device: device)])
        waiters.wake([InboxName(account: account, device: device)])
        #expect(acts.withLock { $0 } == [1])
        waiters.expire(at: 99)
        #expect(acts.withLock { $0 } == [1])
        waiters.expire(at: 100)
        #expect(acts.withLock { $0 } == [1, 2])
        _ = wait(4, device, until: 1_000)
        waiters.stop()
        #expect(acts.withLock { $0 } == [1, 2, 4])
        #expect(wait(5, device, until: 1_000) == nil)
        #expect(waiters.count == 0)
    }
}
