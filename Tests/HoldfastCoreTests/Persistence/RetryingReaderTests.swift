import HoldfastCore
import HoldfastCrypto
import HoldfastLab
import Testing

@Suite struct RetryingReaderTests {
    private let place: Place

    init() throws {
        place = try Place()
    }

    /// Reads while the clock is moved by half seconds as often as the reader goes to sleep.
    private func read(_ reader: RetryingReader, sleeps: Int) async throws -> Item? {
        async let answer = reader.read(place.key)
        for _ in 0..<sleeps {
            await place.clock.waitForSleepers()
            place.clock.advance(by: .milliseconds(500))
        }
        return try await answer
    }

    @Test(
        "P1: a load repeats a read that is not allowed now and returns the value", arguments: 1...4)
    func repeats(failures: Int) async throws {
        try await place.store.write(SecretBytes([7]), for: place.key)
        for _ in 0..<failures { place.store.failNext(.read, with: locked) }
        let reader = RetryingReader(place.store, clock: place.clock)
        #expect(try await read(reader, sleeps: failures)?.value == SecretBytes([7]))
        #expect(place.count(.read) == failures + 1)
    }

    @Test("P1: after one read and four repetitions the error is thrown, never nil")
    func givesUp() async throws {
        try await place.store.write(SecretBytes([7]), for: place.key)
        for _ in 0..<5 { place.store.failNext(.read, with: locked) }
        let reader = RetryingReader(place.store, clock: place.clock)
        let error = await #expect(throws: KeychainError.self) { try await read(reader, sleeps: 4) }
        #expect(error == locked)
        #expect(place.count(.read) == 5)
        #expect(place.clock.now.offset == .seconds(2))
    }

    @Test("P12: a repetition comes after exactly half a second of the injected clock")
    func waits() async throws {
        place.store.failNext(.read, with: locked)
        let reader = RetryingReader(place.store, clock: place.clock)
        async let answer = reader.read(place.key)
        await place.clock.waitForSleepers()
        place.clock.advance(by: .milliseconds(499))
        await Task.yield()
        #expect(place.count(.read) == 1)
        place.clock.advance(by: .milliseconds(1))
        #expect(try await answer == nil)
        #expect(place.count(.read) == 2)
    }

    @Test(
        "P1: any other error is thrown at once",
        arguments: [
            KeychainError.Code.authFailed, .authRequired, .lockout, .userCanceled, .keyInvalidated,
            .dataCorrupted, .missingEntitlement, .unsupported, .invalidArgument, .unknown,
        ])
    func otherErrors(code: KeychainError.Code) async throws {
        place.store.failNext(.read, with: KeychainError(code, "no"))
        let reader = RetryingReader(place.store, clock: place.clock)
        #expect(await thrownCode { try await reader.read(place.key) } == code)
        #expect(place.count(.read) == 1)
    }

    @Test("An error of another kind during the repetitions ends them")
    func changesItsMind() async throws {
        place.store.failNext(.read, with: locked)
        place.store.failNext(.read, with: diskFull)
        let reader = RetryingReader(place.store, clock: place.clock)
        let error = await #expect(throws: KeychainError.self) { try await read(reader, sleeps: 1) }
        #expect(error == diskFull)
    }

    @Test("A cancelled wait says so and reads no more")
    func cancelled() async throws {
        place.store.failNext(.read, with: locked)
        let (reader, key) = (RetryingReader(place.store, clock: place.clock), place.key)
        let task = Task { await thrownCode { try await reader.read(key) } }
        await place.clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .systemCanceled)
        #expect(place.count(.read) == 1)
    }

    @Test("A budget of nothing reads once; negative numbers count as nothing")
    func noBudget() async throws {
        for budget in [RetryBudget.none, RetryBudget(retryCount: -1, delay: .seconds(-1))] {
            place.store.forgetCalls()
            place.store.failNext(.read, with: locked)
            let reader = RetryingReader(place.store, budget: budget, clock: place.clock)
            #expect(await thrownCode { try await reader.read(place.key) } == .interactionNotAllowed)
            #expect(place.count(.read) == 1)
        }
    }
}
