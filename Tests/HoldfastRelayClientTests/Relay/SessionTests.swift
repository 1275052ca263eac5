#if Network && Server
import HoldfastCrypto
import HoldfastE2EE
import HoldfastRelayClient
import HoldfastWire
import Testing

@Suite("Sessions at a real relay")
struct SessionTests {
    @Test("One login serves many requests, also those that are made at once")
    func once() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let session = try phone.running.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await session.inbox() } }
            try await group.waitForAll()
        }
        #expect(phone.transport.count("POST /v1/sessions") == 1)
        #expect(phone.transport.count("GET /v1/inbox") == 20)
    }

    @Test("A session that the relay has ended is begun again, once, and the request goes through")
    func ended() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let session = try phone.running.session
        _ = try await session.inbox()
        phone.transport.changeOnce("GET /v1/inbox") { _, _ in
            RelayHTTPAnswer(status: 401, body: RelayRefusal(.notLoggedIn, now: 0).bytes)
        }
        _ = try await session.inbox()
        #expect(phone.transport.count("POST /v1/sessions") == 2)
        phone.transport.change { request, answer in
            request.description.hasPrefix("GET /v1/inbox")
                ? RelayHTTPAnswer(status: 401, body: RelayRefusal(.notLoggedIn, now: 0).bytes)
                : answer
        }
        await #expect(throws: RelayError.refused(RelayRefusal(.notLoggedIn, now: 0))) {
            try await session.inbox()
        }
        #expect(phone.transport.count("POST /v1/sessions") == 3)
    }

    @Test("A relay that was killed and started anew is spoken to as before")
    func restarted() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        _ = try await phone.running.session.inbox()
        let next = try relay.killAndStartAnew()
        #expect(next.address == relay.address)
        _ = try await phone.running.session.inbox()
    }

    @Test(
        "A clock that is wrong keeps no device from its inbox, and is named",
        arguments: [3_600, -3_600, -1_800_000_000, 400_000_000] as [Int64])
    func clock(ahead: Int64) async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let right = phone.wallClock.now.seconds
        phone.wallClock.set(right + ahead)
        let app = try phone.running
        _ = try await app.session.inbox()
        let named = try #require(await app.session.clockAhead)
        #expect((named - ahead).magnitude < 1_800)
        guard ahead.magnitude > 86_400 else {
            try await app.desk.maintain()
            return
        }
        let error = await #expect(throws: PrekeyDeskError.self) { try await app.desk.maintain() }
        guard case .relay(.clock(let told)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((told - ahead).magnitude < 1_800)
        #expect(try await phone.history.prekeyRows().isEmpty, "none is made with a wrong time")
        // The clock jumps in the middle of a session.
        phone.wallClock.set(right)
        _ = try await app.session.inbox()
        let report = try await app.desk.maintain()
        #expect(report.counts == [.stored: 9])
    }

    @Test("P7: A login for one address is no login at another, and another key is noticed")
    func otherRelay() async throws {
        let relay = try RelayProcess(options: ["--origin", "https://relay.example"])
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        let error = await #expect(throws: RelayError.self) {
            try await phone.running.session.begin()
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == .forbidden)

        let honest = try RelayProcess()
        let laptop = try Phone(honest.address)
        try await laptop.begin("laptop")
        try await laptop.running.session.begin()
        let key = try #require(await laptop.running.session.relayKey)
        laptop.start(try laptop.running.record, knownKey: key)
        try await laptop.running.session.begin()
        let other = try P256PrivateKey(random: SystemRandom()).publicKey
        laptop.start(try laptop.running.record, knownKey: other)
        await #expect(throws: RelayError.otherRelay) {
            try await laptop.running.session.begin()
        }
        #expect(laptop.transport.count("POST /v1/sessions") == 2, "nothing was signed for it")
    }

    @Test("A grant that the relay's key has not made is refused")
    func falseGrant() async throws {
        let relay = try RelayProcess()
        let phone = try Phone(relay.address)
        try await phone.begin("phone")
        phone.transport.change { request, answer in
            guard request.description == "POST /v1/sessions" else { return answer }
            var body = answer.body
            body[body.count - 1] ^= 1
            return RelayHTTPAnswer(status: answer.status, body: body)
        }
        await #expect(throws: RelayError.otherRelay) {
            try await phone.running.session.inbox()
        }
        #expect(phone.transport.count("GET /v1/inbox") == 0)
    }
}
#endif
