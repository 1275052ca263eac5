#if Network && Server
import HoldfastCore
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire
import Testing

/// Two people with a device each, at one relay that a test lets lie.
private struct Pair {
    let relay: RelayProcess
    let ada: Phone
    let bo: Phone

    init() async throws {
        relay = try RelayProcess()
        ada = try Phone(relay.address)
        bo = try Phone(relay.address)
        try await ada.begin("ada")
        try await bo.begin("bo")
        try await bo.running.desk.maintain()
        try await ada.running.desk.maintain()
    }
}

@Suite("A relay that lies, and bad luck")
struct HostileRelayTests {
    @Test("P5: A message whose answer got lost is uploaded again and comes once")
    func lostAnswer() async throws {
        let pair = try await Pair()
        for status in [500, 503] {
            pair.ada.transport.changeOnce("POST /v1/messages") { _, _ in
                RelayHTTPAnswer(status: status, body: RelayRefusal(.failed, now: 0).bytes)
            }
            try await pair.ada.send("once \(status)", to: [pair.bo])
        }
        pair.ada.transport.changeOnce("POST /v1/messages") { (_, _) throws(TransportFailure) in
            throw TransportFailure(.interrupted)
        }
        try await pair.ada.send("once more", to: [pair.bo])
        #expect(pair.ada.transport.count("POST /v1/messages") == 6)
        #expect(try await pair.bo.receive().texts == ["once 500", "once 503", "once more"])
    }

    @Test("P5: A relay that is gone loses nothing: the message goes when it is back, once")
    func gone() async throws {
        let pair = try await Pair()
        try await pair.ada.send("before", to: [pair.bo])
        let message = try await pair.ada.write("hello", to: [pair.bo])
        try pair.relay.kill()
        let error = await #expect(throws: PostError.self) {
            try await pair.ada.running.post.send(message)
        }
        guard case .relay(.transport(let failure)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.isTemporary)
        let next = try pair.relay.killAndStartAnew()
        #expect(next.address == pair.ada.address)
        let posted = try await pair.ada.running.post.send(message)
        #expect(posted.message == message)
        #expect(try await pair.bo.receive().texts == ["before", "hello"])
    }

    @Test("P5: A sender that dies after the upload sends the same envelope at its next start")
    func death() async throws {
        let pair = try await Pair()
        pair.ada.transport.change { (request, answer) throws(TransportFailure) in
            guard request.description == "POST /v1/messages" else { return answer }
            throw TransportFailure(.cancelled)
        }
        let message = try await pair.ada.write("hello", to: [pair.bo])
        await #expect(throws: PostError.relay(.cancelled)) {
            try await pair.ada.running.post.send(message)
        }
        pair.ada.transport.change(nil)
        try pair.ada.restart()
        _ = try await pair.ada.identity.open(.foreground)
        let posted = try await pair.ada.running.post.send(message)
        #expect(posted.attempt == 0)
        #expect(try await pair.bo.receive().texts == ["hello"])
    }

    @Test("P5: A message that the relay gives again under another place is shown once")
    func replay() async throws {
        let pair = try await Pair()
        try await pair.ada.send("hello", to: [pair.bo])
        let page = try await pair.bo.running.session.inbox()
        let bytes = try #require(page.items.first?.bytes)
        #expect(try await pair.bo.receive().texts == ["hello"])
        pair.bo.transport.change { request, answer in
            guard request.description.hasPrefix("GET /v1/inbox?after=0") else { return answer }
            let item = InboxPage.Item(position: 99, kind: .message, received: 0, bytes: bytes)
            return RelayHTTPAnswer(
                status: 200, body: InboxPage(items: [item], prekeyCount: 1).bytes)
        }
        let batch = try await pair.bo.reader().fetch()
        #expect(batch.duplicateCount == 1 && batch.failures.isEmpty)
        #expect(await pair.bo.history.opened.count == 1)
    }

    @Test("A log that ends before the place that was seen is refused, also after a start")
    func oldHead() async throws {
        let pair = try await Pair()
        let account = try #require(pair.bo.account)
        let laptop = try Phone(pair.relay.address)
        try await laptop.join(pair.bo, "laptop")
        _ = try await pair.ada.running.logs.refresh(account)
        pair.ada.transport.change { request, answer in
            guard request.description.contains("/log?from="),
                let page = try? LogPage(answer.body)  // What is no page is left as it is.
            else { return answer }
            return RelayHTTPAnswer(
                status: 200,
                body: LogPage(
                    account: page.account, head: page.head,
                    entries: request.target.hasSuffix("from=0") ? [page.entries[0]] : []
                ).bytes)
        }
        try pair.ada.restart()
        let error = await #expect(throws: LogsError.self) {
            try await pair.ada.running.logs.log(of: account)
        }
        guard case .olderLog(account, let known, let shown) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(known.sequence == 1 && shown.sequence == 0)
    }

    @Test("Entries of another log, or changed ones, are refused; nothing is sent")
    func falseLog() async throws {
        let pair = try await Pair()
        let (own, other) = (try #require(pair.ada.account), try #require(pair.bo.account))
        let mine = try await pair.ada.directory.entries(of: own, from: 0)
        pair.ada.transport.change { request, answer in
            guard request.description.contains("/log?from="),
                let page = try? LogPage(answer.body),  // What is no page is left as it is.
                page.account == other
            else { return answer }
            return RelayHTTPAnswer(
                status: 200,
                body: LogPage(account: other, head: page.head, entries: mine.map(\.bytes)).bytes)
        }
        let message = try await pair.ada.write("hello", to: [pair.bo])
        await #expect(throws: PostError.logs(.falseLog(other, LogError(.otherAccount, at: 0)))) {
            try await pair.ada.running.post.send(message)
        }
        #expect(pair.ada.transport.count("POST /v1/messages") == 0)
        #expect(pair.ada.transport.count("POST /v1/prekeys/claim") == 0)
    }

    @Test("P9: A relay that hides a new device from a sender is seen by the devices that got it")
    func hiddenDevice() async throws {
        let pair = try await Pair()
        try await pair.ada.send("before", to: [pair.bo])
        let laptop = try Phone(pair.relay.address)
        try await laptop.join(pair.bo, "laptop")
        // It takes the envelope, and shows neither the refusal nor the entry.
        let taken = Locked<[UInt8]>([])
        pair.ada.transport.standIn { request in
            guard request.description == "POST /v1/messages" else { return nil }
            taken.withLock { $0 = request.body ?? [] }
            return RelayHTTPAnswer(
                status: 200, body: SendResult(wasKnown: false, full: []).bytes)
        }
        try await pair.ada.send("hidden", to: [pair.bo])
        let envelope = try Envelope.decode(taken.withLock { $0 })
        let part = try #require(envelope.deliveries().first)
        let bytes = DeliveredMessage(part, of: envelope.message).bytes
        pair.bo.transport.standIn { request in
            guard request.description.hasPrefix("GET /v1/inbox") else { return nil }
            let item = InboxPage.Item(position: 99, kind: .message, received: 0, bytes: bytes)
            return RelayHTTPAnswer(
                status: 200, body: InboxPage(items: [item], prekeyCount: 1).bytes)
        }
        try pair.bo.restart()
        let batch = try await pair.bo.reader().fetch()
        #expect(
            batch.messages.flatMap(\.events) == [.incomplete(.beforeAdded([try laptop.id]))])
    }

    @Test("Another device's wrap, another message's body, and bytes that are none are dropped")
    func swapped() async throws {
        let pair = try await Pair()
        let laptop = try Phone(pair.relay.address)
        try await laptop.join(pair.bo, "laptop")
        try await laptop.running.desk.maintain()
        try await pair.ada.send("one", to: [pair.bo])
        try await pair.ada.send("two", to: [pair.bo])
        let mine = try await pair.bo.running.session.inbox().items.map(\.bytes)
        let others = try await laptop.running.session.inbox().items.map(\.bytes)
        let (first, second) = (try DeliveredMessage(mine[0]), try DeliveredMessage(mine[1]))
        let swaps = [
            others[0], DeliveredMessage(first.delivery, of: second.message).bytes,
            Array(mine[0].dropLast()), [1, 2, 3],
        ]
        pair.bo.transport.change { request, answer in
            guard request.description.hasPrefix("GET /v1/inbox?after=0") else { return answer }
            let items = swaps.enumerated().map {
                InboxPage.Item(
                    position: UInt64($0 + 1_000), kind: .message, received: 0, bytes: $1)
            }
            return RelayHTTPAnswer(
                status: 200, body: InboxPage(items: items, prekeyCount: 1).bytes)
        }
        let batch = try await pair.bo.reader().fetch()
        #expect(batch.failures.count == 4)
        #expect(await pair.bo.history.opened.isEmpty)
        pair.bo.transport.change(nil)
        #expect(try await pair.bo.receive().texts == ["one", "two"], "no prekey was used up")
    }

    @Test("A relay that refuses without showing anything new is not obeyed for ever")
    func stubborn() async throws {
        let pair = try await Pair()
        pair.ada.transport.standIn { request in
            request.description == "POST /v1/messages"
                ? RelayHTTPAnswer(status: 409, body: RelayRefusal(.stale, now: 0).bytes) : nil
        }
        let message = try await pair.ada.write("hello", to: [pair.bo])
        await #expect(throws: PostError.stopped(.refusedTooOften)) {
            try await pair.ada.running.post.send(message)
        }
        #expect(pair.ada.transport.count("POST /v1/messages") == OutboxPlanner.refusalLimit)
    }

    @Test("A relay that hands out no prekeys any more lowers no grade")
    func noPrekeys() async throws {
        let pair = try await Pair()
        try await pair.ada.send("one", to: [pair.bo])
        let account = try #require(pair.bo.account)
        let device = try pair.bo.id
        pair.ada.transport.change { request, answer in
            guard request.description == "POST /v1/prekeys/claim",
                // The lines are in order: there is one.
                let bundle = try? PrekeyBundle(account: account, lines: [.init(device, nil)])
            else { return answer }
            return RelayHTTPAnswer(status: 200, body: bundle.bytes)
        }
        let message = try await pair.ada.write("two", to: [pair.bo])
        await #expect(throws: PostError.gradeTooLow([device: .identity], refused: [:])) {
            try await pair.ada.running.post.send(message)
        }
        #expect(pair.ada.transport.count("POST /v1/messages") == 1)
    }

    @Test("A clock in 1970 or 2038 sends nothing, loses nothing, and says how wrong it is")
    func clock() async throws {
        let pair = try await Pair()
        let right = pair.ada.wallClock.now.seconds
        let message = try await pair.ada.write("hello", to: [pair.bo])
        for wrong: Int64 in [0, 2_145_916_800] {
            pair.ada.wallClock.set(wrong)
            try pair.ada.restart()
            let error = await #expect(throws: PostError.self) {
                try await pair.ada.running.post.send(message)
            }
            guard case .relay(.clock(let ahead)) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect((ahead - (wrong - right)).magnitude < 1_800)
        }
        pair.ada.wallClock.set(right)
        try pair.ada.restart()
        _ = try await pair.ada.identity.open(.foreground)
        let posted = try await pair.ada.running.post.send(message)
        #expect(posted.attempt == 0)
        #expect(try await pair.bo.receive().texts == ["hello"])
    }
}
#endif
