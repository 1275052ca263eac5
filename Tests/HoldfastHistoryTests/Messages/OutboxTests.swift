import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastLab
import HoldfastWire
import Testing

@testable import HoldfastHistory

@Suite("The outbox")
struct OutboxTests {
    private func enqueued(
        _ numbers: ClosedRange<UInt64>
    ) async throws -> (HistoryTest, HistoryDatabase) {
        let test = try HistoryTest()
        let history = try await test.made()
        for number in numbers {
            try await history.enqueue(try test.draft(number), to: [test.sample.account])
        }
        return (test, history)
    }

    private func pump(
        _ test: HistoryTest, _ history: HistoryDatabase, _ courier: ScriptedCourier
    ) -> OutboxPump {
        OutboxPump(
            history, courier: courier, wallClock: test.clock, random: SeededRandom(seed: 1),
            schedule: RetrySchedule(first: 2, longest: 600))
    }

    @Test("P5: what was written waits after any start, in its order, until it is accepted")
    func order() async throws {
        let (test, history) = try await enqueued(1...5)
        try await history.wasAccepted(try test.sample.message(2))
        let waiting = try await test.open().waitingMessages()
        #expect(waiting.map(\.id) == (try [1, 3, 4, 5].map { try test.sample.message($0) }))
        let accepted = try await history.outgoingMessage(try test.sample.message(2))
        #expect(accepted?.state == .sent)
        #expect(accepted?.draft.body.content == (try test.sample.body(2).content))
    }

    @Test("P2: a message that is put in twice is there once, with what it said first")
    func twice() async throws {
        let (test, history) = try await enqueued(1...1)
        try await history.enqueue(try test.draft(1, byteCount: 9), to: [test.sample.account])
        let waiting = try await history.waitingMessages()
        #expect(waiting.map(\.draft.body.content.count) == [40])
        #expect(try await history.conversations().map(\.placeCount) == [1])
    }

    @Test("P2: the envelope that was made is the one that is uploaded after a death")
    func envelope() async throws {
        let (test, history) = try await enqueued(1...1)
        let id = try test.sample.message(1)
        #expect(try await history.envelope(of: id) == nil)
        let envelope = try test.envelope(1)
        let waiting = try #require(try await history.waitingMessages().first)
        try await history.store(envelope, of: waiting.entry)
        #expect(try await test.open().envelope(of: id) == envelope.bytes)
        try await history.wasRefused(id)
        #expect(try await history.envelope(of: id) == nil)
        // One that was sent and is wrapped again waits again.
        try await history.wasAccepted(id)
        try await history.store(try test.envelope(1, attempt: 1), of: waiting.entry)
        #expect(try await history.waitingMessages().map(\.id) == [id])
    }

    @Test("a server that is not heard is asked again later and later, and nothing is lost")
    func offline() async throws {
        let (test, history) = try await enqueued(1...3)
        let courier = ScriptedCourier { _ in .unreachable }
        let pump = pump(test, history, courier)
        var waits: [Int64] = []
        // Three days offline.
        let end = test.clock.now.seconds + 3 * 86_400
        while test.clock.now.seconds < end {
            guard case .again(let seconds) = try await pump.run() else { break }
            waits.append(seconds)
            test.clock.advance(bySeconds: seconds)
        }
        #expect(waits.prefix(8).enumerated().allSatisfy { 1 << $0 <= $1 && $1 <= 2 << $0 })
        #expect(waits.dropFirst(10).allSatisfy { (300...600).contains($0) })
        #expect(Set(waits.dropFirst(10)).count > 20, "there is no chance in it")
        #expect(await courier.carried.allSatisfy { $0 == (try? test.sample.message(1)) })
        await courier.answer { _ in .accepted }
        #expect(try await pump.run() == .empty)
        #expect(
            await courier.carried.suffix(3) == (try (1...3).map { try test.sample.message($0) }))
    }

    @Test("a message that the server puts off does not keep the others back")
    func later() async throws {
        let (test, history) = try await enqueued(1...2)
        let first = try test.sample.message(1)
        let courier = ScriptedCourier { $0 == first ? .later(seconds: 120) : .accepted }
        let pump = pump(test, history, courier)
        #expect(try await pump.run() == .again(seconds: 120))
        #expect(try await history.waitingMessages().map(\.id) == [first])
        test.clock.advance(bySeconds: 60)
        #expect(try await pump.run() == .again(seconds: 60))
        #expect(await courier.carried.count == 2)
        // A clock that is set back to 1970 does not hold it for decades.
        test.clock.advance(bySeconds: -test.clock.now.seconds)
        await courier.answer { _ in .accepted }
        #expect(try await pump.run() == .empty)
    }

    @Test("P9: what cannot be sent goes back to the person, who can say: again")
    func stopped() async throws {
        let (test, history) = try await enqueued(1...2)
        let (first, second) = (try test.sample.message(1), try test.sample.message(2))
        let courier = ScriptedCourier { $0 == first ? .refused : .stopped(.tooLarge) }
        let pump = pump(test, history, courier)
        #expect(try await pump.run() == .empty)
        #expect(await courier.carried.count == OutboxPlanner.refusalLimit + 1)
        #expect(
            try await history.outgoingMessage(first)?.state == .stopped(.refusedTooOften))
        #expect(try await history.outgoingMessage(second)?.state == .stopped(.tooLarge))
        try await history.resume(first)
        await courier.answer { _ in .accepted }
        #expect(try await pump.run() == .empty)
        #expect(try await history.outgoingMessage(first)?.state == .sent)
    }

    @Test("P9: what a person gives up is sent by nobody any more, and stays in its conversation")
    func dropped() async throws {
        let (test, history) = try await enqueued(1...3)
        let ids = try (1...3).map { try test.sample.message($0) }
        try await history.stop(ids[0], because: .tooLarge)
        #expect(try await history.unsentMessages().map(\.id) == ids)
        #expect(try await history.waitingMessages().map(\.id) == Array(ids[1...]))
        #expect(try await history.drop(ids[0]).state == .dropped)
        let entry = try #require(try await history.waitingMessages().first).entry
        try await history.store(try test.envelope(2), of: entry)
        try await history.drop(ids[1])
        #expect(try await history.envelope(of: ids[1]) == nil)
        // After any start, and whatever else is said of it.
        let later = test.open()
        #expect(try await later.unsentMessages().map(\.id) == [ids[2]])
        #expect(try await later.drop(ids[0]).state == .dropped, "twice is once")
        await #expect(throws: KeychainError.self) { try await later.resume(ids[0]) }
        await #expect(throws: KeychainError.self) {
            try await later.store(try test.envelope(2), of: entry)
        }
        try await later.postpone(ids[0], until: test.clock.now)
        try await later.stop(ids[0], because: .needsPerson)
        try await later.wasRefused(ids[0])
        #expect(try await later.outgoingMessage(ids[0])?.state == .dropped)
        let courier = ScriptedCourier { _ in .accepted }
        #expect(try await pump(test, later, courier).run() == .empty)
        #expect(await courier.carried == [ids[2]])
        await #expect(throws: KeychainError.self) { try await later.drop(ids[2]) }
        #expect(try await later.outgoingMessage(ids[2])?.state == .sent)
        #expect(try await later.conversations().map(\.placeCount) == [3])
        // One that was on its way has arrived all the same, and that is what is true.
        try await later.wasAccepted(ids[1])
        #expect(try await later.outgoingMessage(ids[1])?.state == .sent)
    }

    @Test("a device that may not send keeps everything")
    func notPermitted() async throws {
        let (test, history) = try await enqueued(1...2)
        let pump = pump(test, history, ScriptedCourier { _ in .notPermitted })
        #expect(try await pump.run() == .reconcileIdentity)
        #expect(try await history.waitingMessages().count == 2)
    }

    @Test("a change of a message that is not there is refused")
    func unknown() async throws {
        let (test, history) = try await enqueued(1...1)
        await #expect(throws: KeychainError.self) {
            try await history.wasAccepted(try test.sample.message(9))
        }
    }
}

/// Answers as it is told, and notes what it was given.
private actor ScriptedCourier: OutboxCourier {
    private(set) var carried: [MessageID] = []
    private var answer: @Sendable (MessageID) -> CourierAnswer

    init(_ answer: @escaping @Sendable (MessageID) -> CourierAnswer) {
        self.answer = answer
    }

    func answer(_ answer: @escaping @Sendable (MessageID) -> CourierAnswer) {
        self.answer = answer
    }

    func carry(
        _ message: OutgoingMessage, from outbox: HistoryDatabase
    ) async throws(KeychainError) -> CourierAnswer {
        carried.append(message.id)
        return answer(message.id)
    }
}
