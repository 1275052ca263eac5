#if Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay's messages", .eachStorage)
struct MessageTests {
    private let relay: RelayProcess

    init() throws {
        relay = try RelayProcess()
    }

    private func send(
        _ envelope: Envelope, by client: TestClient
    ) throws -> HTTPConnection.Answer {
        try client.call("POST", "/v1/messages", envelope.bytes)
    }

    @Test("Each device gets the message with its own part, byte for byte, and can check it")
    func delivered() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        var (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let laptop = try TestDevice("laptop")
        try ben.append(
            benAccount.entry(.add(laptop.record), by: ben.device, newcomer: laptop),
            to: &benAccount)
        let second = try TestClient(laptop, port: relay.port)
        try second.logIn(benAccount.id)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try SendResult(send(envelope, by: ada).body) == .init(wasKnown: false, full: []))
        for client in [ben, second] {
            let items = try client.inbox().items
            #expect(items.map(\.kind) == [.message])
            let message = try DeliveredMessage(try #require(items.first).bytes)
            try message.check(sender: ada.device.record)
            #expect(message.delivery.wrap.device == client.device.id)
            #expect(message.message == envelope.message)
        }
    }

    @Test("A device is told the highest counter that the relay has seen of it, and no other's")
    func counter() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        func counter(_ client: TestClient) throws -> UInt64 {
            let answer = try client.call("GET", "/v1/counter")
            guard answer.status == 200 else { throw try RelayRefusal(answer) }
            return try MessageCount(answer.body).counter
        }
        #expect(try counter(ada) == 0)
        for (number, highest) in [(3, 3), (7, 7), (5, 7)] as [(UInt64, UInt64)] {
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount], counter: number)
            #expect(try send(envelope, by: ada).status == 200)
            #expect(try counter(ada) == highest)
        }
        #expect(try counter(ben) == 0)
        #expect(try ben.plain("GET", "/v1/counter").status == 401)
    }

    @Test("The same message again is delivered once; another one of its name is refused")
    func idempotent() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(envelope, by: ada).status == 200)
        #expect(try SendResult(send(envelope, by: ada).body).wasKnown)
        let other = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount],
            id: envelope.message.header.message)
        #expect(try RelayRefusal(send(other, by: ada)).code == .conflict)
        #expect(try ben.inbox().items.count == 1)
    }

    @Test("A set that leaves a device out, or is from before one came, is refused with the entries")
    func incomplete() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        var (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let before = benAccount
        let laptop = try TestDevice("laptop")
        try ben.append(
            benAccount.entry(.add(laptop.record), by: ben.device, newcomer: laptop),
            to: &benAccount)
        let old = try TestMessage.envelope(from: ada.device, of: adaAccount, to: [before])
        let stale = try RelayRefusal(send(old, by: ada))
        #expect(stale.code == .stale)
        #expect(stale.logs.first?.entries == [benAccount.entries[1].bytes])
        let short = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount],
            devices: { _ in [ben.device.id] })
        let incomplete = try send(short, by: ada)
        #expect(incomplete.status == 409)
        #expect(try RelayRefusal(incomplete).logs.first?.entries == benAccount.entries.map(\.bytes))
        #expect(try ben.inbox().items.isEmpty)
        let right = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(right, by: ada).status == 200)
    }

    @Test("A sender that does not know its own account's newest entry is told it")
    func ownLog() throws {
        var (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (_, benAccount) = try TestClient.founder("ben", port: relay.port)
        let before = adaAccount
        let laptop = try TestDevice("laptop")
        try ada.append(
            adaAccount.entry(.add(laptop.record), by: ada.device, newcomer: laptop),
            to: &adaAccount)
        let old = try TestMessage.envelope(from: ada.device, of: before, to: [benAccount])
        #expect(try RelayRefusal(send(old, by: ada)).logs.map(\.account) == [adaAccount.id])
        let both = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount, adaAccount])
        #expect(try send(both, by: ada).status == 200)
    }

    @Test("A message that is wrapped again goes to those that need it, and to nobody who is out")
    func wrappedAgain() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        var (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let laptop = try TestDevice("laptop")
        try ben.append(
            benAccount.entry(.add(laptop.record), by: ben.device, newcomer: laptop),
            to: &benAccount)
        let first = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(first, by: ada).status == 200)
        let id = first.message.header.message
        let again = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount], id: id, attempt: 1,
            devices: { _ in [ben.device.id] })
        #expect(try send(again, by: ada).status == 200)
        #expect(try ben.inbox().items.count == 2)
        let stranger = try TestDevice("stranger").id
        let out = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount], id: id, attempt: 2,
            devices: { _ in [stranger] })
        #expect(try send(out, by: ada).status == 409)
    }

    @Test("Nobody sends in another's name, to an account that is not here, or another's inbox away")
    func foreign() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let (eve, eveAccount) = try TestClient.founder("eve", port: relay.port)
        let forged = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(forged, by: eve).status == 403)
        let nowhere = try TestAccount(TestDevice("nobody"))
        let lost = try TestMessage.envelope(from: eve.device, of: eveAccount, to: [nowhere])
        #expect(try send(lost, by: eve).status == 404)
        #expect(try send(forged, by: ada).status == 200)
        let position = try #require(try ben.inbox().items.first).position
        let ack = try Acknowledgement([position]).bytes
        #expect(try eve.call("POST", "/v1/inbox/ack", ack).status == 200)
        #expect(try eve.inbox().items.isEmpty)
        #expect(try ben.inbox().items.count == 1)
    }

    @Test("What was acknowledged is gone, and its place is never given again")
    func acknowledged() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        for _ in 0..<3 {
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount])
            #expect(try send(envelope, by: ada).status == 200)
        }
        let positions = try ben.inbox().items.map(\.position)
        #expect(positions == [1, 2, 3])
        #expect(try ben.inbox(after: 2).items.map(\.position) == [3])
        let ack = try Acknowledgement(positions).bytes
        #expect(try ben.call("POST", "/v1/inbox/ack", ack).status == 200)
        #expect(try ben.call("POST", "/v1/inbox/ack", ack).status == 200)
        #expect(try ben.inbox().items.isEmpty)
        let next = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(next, by: ada).status == 200)
        #expect(try ben.inbox().items.map(\.position) == [4])
    }

    @Test("A device that waits is answered when something comes, and without it at the end")
    func longPoll() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let target = "/v1/inbox?after=0&wait=50"
        let header = try ben.authorization("GET", target, [])
        ben.connection.send(
            Array("GET \(target) HTTP/1.1\r\nHost: relay\r\n\(header)\r\n\r\n".utf8))
        usleep(200_000)
        let start = time(nil)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try send(envelope, by: ada).status == 200)
        #expect(try InboxPage(ben.connection.answer().body).items.count == 1)
        #expect(time(nil) - start < 20)
        #expect(try ben.inbox(after: 1, wait: 1).items.isEmpty)
    }

    @Test("A device that is put out while it waits is told so at once")
    func removedWhileWaiting() throws {
        var (ada, account) = try TestClient.founder("ada", port: relay.port)
        let laptop = try TestDevice("laptop")
        try ada.append(
            account.entry(.add(laptop.record), by: ada.device, newcomer: laptop), to: &account)
        let second = try TestClient(laptop, port: relay.port)
        try second.logIn(account.id)
        let target = "/v1/inbox?wait=50"
        let header = try second.authorization("GET", target, [])
        second.connection.send(
            Array("GET \(target) HTTP/1.1\r\nHost: relay\r\n\(header)\r\n\r\n".utf8))
        usleep(200_000)
        try ada.append(
            account.entry(.revoke(laptop.id, reason: .retired, lastCounter: 0), by: laptop),
            to: &account)
        #expect(try second.connection.answer().status == 410)
    }

    @Test("A receipt reaches the sender once, and only from whom it names")
    func receipt() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        let (eve, _) = try TestClient.founder("eve", port: relay.port)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        let receipt = Receipt(
            for: envelope.message.header, account: benAccount.id, device: ben.device.id,
            head: benAccount.head, reason: .prekeyGone, created: 1_800_000_000)
        let signed = SignedReceipt(
            receipt, signature: try ben.device.sign(receipt.bytes, .receipt))
        #expect(try eve.call("POST", "/v1/receipts", signed.bytes).status == 403)
        #expect(try ben.call("POST", "/v1/receipts", signed.bytes).status == 200)
        #expect(try ben.call("POST", "/v1/receipts", signed.bytes).status == 200)
        let items = try ada.inbox().items
        #expect(items.map(\.kind) == [.receipt])
        #expect(items.first?.bytes == signed.bytes)
    }

    @Test("40 devices get one message each, of which the body is stored once")
    func fanOut() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        var (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        for index in 1..<40 {
            let device = try TestDevice("device \(index)")
            try ben.append(
                benAccount.entry(.add(device.record), by: ben.device, newcomer: device),
                to: &benAccount)
        }
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount], byteCount: 60_000)
        #expect(try send(envelope, by: ada).status == 200)
        #expect(try ben.inbox().items.count == 1)
        var byteCount = 0
        for name in ["relay.db", "relay.db-wal"] {
            byteCount += try Files.read(relay.folder.path + "/" + name)?.count ?? 0
        }
        #expect(byteCount < 40 * 60_000)
    }
}
#endif
