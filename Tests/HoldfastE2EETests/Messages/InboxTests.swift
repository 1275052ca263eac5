import HoldfastCore
import HoldfastCrypto
import Testing

@testable import HoldfastE2EE
@testable import HoldfastWire

@Suite("The inbox")
struct InboxTests {
    @Test("A message is stored once, its one-time prekey goes with it, and again it is a duplicate")
    func once() async throws {
        let world = try await BoWorld()
        try await world.claim(.oneTime)
        let bytes = try world.message()
        let first = await world.take(bytes)
        let opened = try #require(first.stored)
        #expect(first.isAcknowledged && first.events == [])
        #expect(opened.text == "Meet at 10, gate B" && opened.grade == .oneTime)
        let spent = try #require(opened.spent)
        #expect(await world.history.memory.tombstones[spent]?.reason == .used)
        guard case .gone = try await world.keeper().privateKey(spent) else {
            Issue.record("the prekey is still there")
            return
        }
        let again = await world.take(bytes)
        #expect(again.isDuplicate && again.isAcknowledged && again.events == [])
        #expect(await world.history.memory.opened.count == 1)
        #expect(world.keys.agreementCount == 1)
    }

    @Test("P5: whenever the process dies, the message is stored once and acknowledged after that")
    func deaths() async throws {
        var counts: [Int] = []
        for isAfter in [false, true] {
            for index in 0..<3 {
                let world = try await BoWorld()
                try await world.claim(.oneTime)
                let bytes = try world.message()
                await world.history.begin(dyingAt: index, isAfter: isAfter)
                let first = await world.take(bytes)
                #expect(!first.isAcknowledged, "call \(index) \(isAfter)")
                #expect(first.failure?.action == .retryLater)
                await world.history.begin()
                let second = await world.take(bytes)
                #expect(second.isAcknowledged)
                // Stored by the dead process, which could not say so, or by this one.
                #expect(second.stored != nil || second.isDuplicate)
                #expect(await world.history.memory.opened.count == 1)
                #expect(await world.history.memory.tombstones.count == 1)
                counts.append(await world.history.callCount)
            }
        }
        // The last call of a whole run is the commit: each of its three was struck.
        #expect(counts.max() == 3)
    }

    @Test("A failed open uses no prekey up, and is answered with a signed receipt, once")
    func notOpened() async throws {
        let world = try await BoWorld()
        try await world.claim(.oneTime)
        let id = try #require(world.people.prekeys[world.people.bo.id]?.id)
        let good = try world.people.envelope(try Correspondence.draft())
        let other = try world.people.envelope(try Correspondence.draft(), counter: 2)
        let bad = try DishonestSender(world: world.people).sign(
            good.message.header, other.message.body, for: good.recipients)
        let bytes = try Correspondence.delivery(bad, for: world.people.bo).bytes
        let outcome = await world.take(bytes)
        let receipt = try #require(outcome.receipt)
        try receipt.check(of: world.people.bo.record)
        #expect(receipt.receipt.reason == .bodyDamaged)
        #expect(receipt.receipt.sender == world.people.phone.id)
        #expect(outcome.events == [.notOpened(.bodyDamaged)])
        guard case .key = try await world.keeper().privateKey(id) else {
            Issue.record("a failed open used the prekey up")
            return
        }
        #expect(await world.take(bytes).isDuplicate)
        #expect(await world.history.memory.failed.count == 1)
        // Wrapped again, it comes in place of the one that failed.
        let draft = MessageDraft(
            id: good.message.header.message, body: try Correspondence.draft().body,
            created: UnixTime(seconds: MessageTime.now))
        let changed = await world.take(try world.message(draft, attempt: 1, counter: 3))
        #expect(
            changed.events
                == [.equivocation(sender: world.people.phone.id, message: draft.id)])
    }

    @Test("A message that could not be opened comes in its next attempt, and counts once")
    func secondAttempt() async throws {
        let world = try await BoWorld()
        try await world.claim(.oneTime)
        let draft = try Correspondence.draft()
        let first = try world.people.envelope(draft)
        let other = try world.people.envelope(try Correspondence.draft(), counter: 2)
        let bad = try DishonestSender(world: world.people).sign(
            first.message.header, other.message.body, for: first.recipients)
        let failed = await world.take(
            try Correspondence.delivery(bad, for: world.people.bo).bytes)
        #expect(failed.receipt != nil)
        let again = await world.take(try world.message(draft, attempt: 1, counter: 3))
        #expect(again.stored?.text == "Meet at 10, gate B")
        #expect(await world.take(try world.message(draft, attempt: 2, counter: 4)).isDuplicate)
        #expect(await world.history.memory.opened.count == 1)
    }

    @Test("A prekey that was used for another message, and one that never was, are told apart")
    func prekeyGone() async throws {
        let world = try await BoWorld()
        try await world.claim(.oneTime)
        #expect(await world.take(try world.message()).stored != nil)
        // The server handed the same prekey out twice.
        let second = await world.take(try world.message(counter: 2))
        #expect(second.receipt?.receipt.reason == .prekeyGone)
        try world.people.claim(.oneTime, of: world.people.bo, in: world.people.bob)
        let third = await world.take(try world.message(counter: 3))
        #expect(third.receipt?.receipt.reason == .prekeyUnknown)
    }

    @Test("Two processes that take the same message: it is stored once")
    func race() async throws {
        let world = try await BoWorld()
        try await world.claim(.oneTime)
        let bytes = try world.message()
        let log = world.people.ada.log
        let inboxes = (0..<4).map { _ in world.inbox() }
        let outcomes = await withTaskGroup(of: InboxOutcome.self) { group in
            for inbox in inboxes {
                group.addTask { await inbox.take(bytes) { _ in log } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0.stored != nil } == 1)
        #expect(outcomes.allSatisfy { $0.isAcknowledged })
        #expect(await world.history.memory.opened.count == 1)
        #expect(await world.history.memory.failed.isEmpty)
        #expect(outcomes.allSatisfy { $0.receipt == nil && $0.events == [] })
    }

    @Test(
        "A key that does not work now keeps the message at the server; a lost one opens the identity"
    )
    func keys() async throws {
        let world = try await BoWorld()
        let bytes = try world.message()
        let modes: [(ScalarKeys.Mode, OpenFailure.Action)] = [
            (.fails(KeychainError(.interactionNotAllowed, "locked")), .retryLater),
            (.fails(KeychainError(.lockout, "locked out")), .retryLater),
            (.fails(KeychainError(.keyInvalidated, "a new finger")), .reconcileIdentity),
            (.hasNoKeys, .reconcileIdentity),
        ]
        for (mode, action) in modes {
            world.keys.mode = mode
            let outcome = await world.take(bytes)
            #expect(!outcome.isAcknowledged && outcome.failure?.action == action)
        }
        world.keys.mode = .works
        #expect(await world.take(bytes).stored != nil)
    }

    @Test("A device's key signs by itself, and another key under its name is noticed")
    func signing() async throws {
        let world = try await BoWorld()
        let unsigned = try MessageSealer(
            device: world.people.bo.record, log: world.people.bob.log
        ).seal(
            try Correspondence.draft(), counter: 1, for: [],
            own: MessageRecipient(
                own: world.people.bob.log, prekeys: [:],
                policy: GradePolicy(consent: .thisMessage)),
            random: SystemRandom())
        let envelope = try await unsigned.signed(by: world.identity)
        #expect(envelope.deliveries().map(\.wrap.device) == [world.people.second.id])
        for (mode, error) in [
            (ScalarKeys.Mode.hasNoKeys, IdentityKeyError.missing), (.hasOthers, .foreign),
        ] {
            world.keys.mode = mode
            await #expect(throws: error) { try await unsigned.signed(by: world.identity) }
        }
    }

    @Test("An unknown log is asked for; what is of a newer version stays at the server")
    func waiting() async throws {
        let world = try await BoWorld()
        let bytes = try world.message()
        let outcome = await world.inbox().take(bytes) { _ in nil }
        #expect(outcome.failure?.action == .fetchLog(world.people.ada.id))
        #expect(!outcome.isAcknowledged)
        var newer = bytes
        let magic = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("HFM1".utf8)) })
        newer[magic + 3] = UInt8(ascii: "2")
        let later = await world.take(newer)
        #expect(later.failure?.action == .updateApp && !later.isAcknowledged)
        let rubbish = await world.take(Array(bytes.prefix(100)))
        #expect(rubbish.isAcknowledged && rubbish.failure?.action == .drop)
        #expect(rubbish.events.count == 1)
    }

    @Test("A counter that is used twice is told; one below what is forgotten is a duplicate")
    func counters() async throws {
        let world = try await BoWorld()
        _ = await world.take(try world.message(counter: 7))
        let second = await world.take(try world.message(counter: 7))
        #expect(second.stored != nil)
        #expect(
            second.events == [.counterReused(sender: world.people.phone.id, counter: 7)])
        await world.history.memory.forget(world.people.phone.id, upTo: 7)
        #expect(await world.take(try world.message(counter: 7)).isDuplicate)
        #expect(await world.take(try world.message(counter: 8)).stored != nil)
    }

    @Test(
        "A clock in 1970, in 2038 or an hour off loses no message; a sender's that is ahead is named"
    )
    func clocks() async throws {
        let world = try await BoWorld()
        for (counter, offset) in [(1, Int64(-3600)), (2, 0), (3, 3600)] {
            world.clock.set(MessageTime.now + offset)
            let outcome = await world.take(try world.message(counter: UInt64(counter)))
            #expect(outcome.stored != nil && outcome.events == [])
        }
        world.clock.set(0)
        let past = await world.take(try world.message(counter: 4))
        #expect(past.stored != nil)
        #expect(past.events == [.clockAhead(seconds: MessageTime.now)])
        world.clock.set(1 << 31)
        #expect(await world.take(try world.message(counter: 5)).events == [])
    }

    @Test("Events tell of devices that were left out and of senders that were removed")
    func events() async throws {
        let world = try await BoWorld()
        let old = world.people.bob.log
        let third = try Peer("third")
        try world.people.bob.add(third, by: world.people.bo)
        let sent = try Correspondence.delivery(
            try world.people.envelope(try Correspondence.draft(), to: old),
            for: world.people.bo
        ).bytes
        let outcome = await world.take(sent)
        #expect(outcome.stored != nil)
        #expect(outcome.events == [.incomplete(.beforeAdded([third.id]))])
    }
}
