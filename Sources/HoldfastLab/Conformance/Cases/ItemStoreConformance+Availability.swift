import HoldfastCore
import HoldfastCrypto

extension ItemStoreConformance {
    static let availability: [ConformanceCase] = [
        ConformanceCase("P1: availability updates start with the present state") { exam in
            let state = await exam.store.availability()
            try exam.expect(state == .unlocked, "a fresh subject is unlocked")
            let first = await firstState(of: exam.store) { _ in true }
            try exam.expect(first == .unlocked, "the first update is the present state")
        },
        ConformanceCase("P1: availability follows the device") { exam in
            let store = exam.store
            try await exam.lock()
            try exam.expect(await store.availability() == .locked, "locked after a lock")
            let locked = await firstState(of: store) { _ in true }
            try exam.expect(locked == .locked, "a new observer sees that it is locked")
            async let seen = firstState(of: store) { $0 == .unlocked }
            try await exam.unlock()
            try exam.expect(await seen == .unlocked, "an observer sees the unlock")
            try exam.expect(await store.availability() == .unlocked, "unlocked after an unlock")
        },
        ConformanceCase("P1: waiting ends when the class is readable, and not before") { exam in
            let store = exam.store
            let clock = ManualClock()
            try await exam.reboot()
            let state = await store.availability()
            try exam.expect(state == .beforeFirstUnlock, "before the first unlock after a start")
            async let timedOut: Void = store.waitUntilReadable(
                .afterFirstUnlock, timeout: .seconds(1), clock: clock)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            do {
                try await timedOut
                throw ConformanceFailure("a wait before the first unlock ended as if readable")
            } catch KeychainError.Code.interactionNotAllowed {
                // As it should be: the time was over and nobody had unlocked.
            }
            async let readable: Void = store.waitUntilReadable(
                .afterFirstUnlock, timeout: .seconds(1), clock: clock)
            await clock.waitForSleepers()
            try await exam.unlock()
            // A store that never tells of the unlock must fail the case and not hang it.
            let deadline = Task {
                try await Task.sleep(for: .seconds(30))
                clock.advance(by: .seconds(1))
            }
            defer { deadline.cancel() }
            try await readable
        },
    ]

    /// The first state that fits, or `nil` if none came within thirty seconds.
    private static func firstState(
        of store: any ItemStore, where fits: @escaping @Sendable (StoreAvailability) -> Bool
    ) async -> StoreAvailability? {
        await withTaskGroup(of: StoreAvailability?.self) { group in
            group.addTask {
                for await state in store.availabilityUpdates() where fits(state) { return state }
                return nil
            }
            group.addTask {
                do { try await Task.sleep(for: .seconds(120)) } catch { return nil }
                return nil
            }
            let state = await group.next() ?? nil
            group.cancelAll()
            return state
        }
    }
}
