import HoldfastLab
import Testing

@Suite struct ManualClockTests {
    @Test("P12: a sleeper wakes when the clock reaches its deadline, and not before")
    func sleeping() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.now.offset == .seconds(10))
    }

    @Test("a cancelled sleeper wakes at once, also if it was cancelled before it lay down")
    func cancellation() async {
        let clock = ManualClock()
        let asleep = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        asleep.cancel()
        await #expect(throws: CancellationError.self) { try await asleep.value }
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.sleep(for: .seconds(10))
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
    }

    @Test("a deadline that is past needs no sleep")
    func past() async throws {
        let clock = ManualClock()
        try await clock.sleep(until: clock.now, tolerance: nil)
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)
    }
}
