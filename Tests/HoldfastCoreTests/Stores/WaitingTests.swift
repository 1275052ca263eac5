import HoldfastCore
import HoldfastLab
import Testing

@Suite struct WaitingTests {
    private let store = MemoryStore()
    private let clock = ManualClock()

    @Test("P1: a class that is readable needs no wait")
    func atOnce() async throws {
        store.setAvailability(.locked)
        try await store.waitUntilReadable(.afterFirstUnlock, timeout: .zero, clock: clock)
        store.setAvailability(.unlocked)
        for accessibility in Accessibility.allCases {
            try await store.waitUntilReadable(accessibility, timeout: .seconds(1), clock: clock)
        }
    }

    @Test("P1: a wait ends with the state that reads the class, and with no earlier one")
    func unlocking() async throws {
        store.setAvailability(.beforeFirstUnlock)
        async let wait: Void = store.waitUntilReadable(
            .whenUnlocked, timeout: .seconds(9), clock: clock)
        await clock.waitForSleepers()
        store.setAvailability(.locked)
        clock.advance(by: .seconds(8))
        store.setAvailability(.unlocked)
        try await wait
    }

    @Test("P1: a wait that is over throws INTERACTION_NOT_ALLOWED")
    func timeout() async throws {
        store.setAvailability(.locked)
        let error = await failure { [clock] in clock.advance(by: .seconds(9)) }
        #expect(error?.code == .interactionNotAllowed)
        #expect(error?.message.contains("whenUnlocked") == true)
    }

    @Test("P11: a store that does not answer says why when the wait is over")
    func unavailable() async throws {
        let reason = KeychainError(.unknown, "no", nativeDomain: "errno", nativeCode: 5)
        store.setAvailability(.unavailable(reason))
        let thrown = await failure { [clock] in clock.advance(by: .seconds(9)) }
        #expect(thrown == reason)
    }

    @Test("a cancelled wait is SYSTEM_CANCELED")
    func cancellation() async throws {
        store.setAvailability(.locked)
        let wait = Task { [store, clock] in
            try await store.waitUntilReadable(.whenUnlocked, timeout: .seconds(9), clock: clock)
        }
        await clock.waitForSleepers()
        wait.cancel()
        let error = await #expect(throws: KeychainError.self) { try await wait.value }
        #expect(error?.code == .systemCanceled)
    }

    /// What a wait of nine seconds throws when something happens while it sleeps.
    private func failure(_ event: @Sendable () -> Void) async -> KeychainError? {
        async let wait: Void = store.waitUntilReadable(
            .whenUnlocked, timeout: .seconds(9), clock: clock)
        await clock.waitForSleepers()
        event()
        do {
            try await wait
            return nil
        } catch {
            return error as? KeychainError
        }
    }
}
