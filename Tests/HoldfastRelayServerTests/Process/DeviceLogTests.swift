#if Server
import CrashSupport
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay's device logs", .eachStorage)
struct DeviceLogTests {
    private let relay: RelayProcess

    init() throws {
        relay = try RelayProcess()
    }

    private func page(
        _ client: TestClient, _ account: AccountID, from: Int = 0
    ) throws -> LogPage {
        let answer = try client.plain("GET", "/v1/accounts/\(hex(account.bytes))/log?from=\(from)")
        guard answer.status == 200 else { throw try RelayRefusal(answer) }
        return try LogPage(answer.body)
    }

    @Test("What was appended is handed out as it came, from any place on")
    func appended() throws {
        var (client, account) = try TestClient.founder("phone", port: relay.port)
        let laptop = try TestDevice("laptop")
        try client.append(
            account.entry(.add(laptop.record), by: client.device, newcomer: laptop), to: &account)
        let all = try page(client, account.id)
        #expect(all.entries == account.entries.map(\.bytes))
        #expect(all.head == account.head)
        #expect(try page(client, account.id, from: 1).entries == [account.entries[1].bytes])
        #expect(try page(client, account.id, from: 2).entries.isEmpty)
        #expect(try page(client, account.id, from: .max).entries.isEmpty)
    }

    @Test("The same account and the same entry again are no error and change nothing")
    func twice() throws {
        var (client, account) = try TestClient.founder("phone", port: relay.port)
        #expect(try client.plain("POST", "/v1/accounts", account.entries[0].bytes).status == 200)
        let laptop = try TestDevice("laptop")
        let entry = try account.entry(.add(laptop.record), by: client.device, newcomer: laptop)
        try client.append(entry, to: &account)
        let again = try client.plain(
            "POST", "/v1/accounts/\(hex(account.id.bytes))/log", entry.bytes)
        #expect(again.status == 200)
        #expect(try page(client, account.id).entries.count == 2)
    }

    @Test("An entry that does not follow is answered with those that its author has not seen")
    func stale() throws {
        var (client, account) = try TestClient.founder("phone", port: relay.port)
        let old = account
        let laptop = try TestDevice("laptop")
        let tablet = try TestDevice("tablet")
        try client.append(
            account.entry(.add(laptop.record), by: client.device, newcomer: laptop), to: &account)
        let late = try old.entry(.add(tablet.record), by: client.device, newcomer: tablet)
        let answer = try client.plain(
            "POST", "/v1/accounts/\(hex(account.id.bytes))/log", late.bytes)
        let refusal = try RelayRefusal(answer)
        #expect(answer.status == 409)
        #expect(refusal.code == .stale)
        #expect(refusal.logs.first?.entries == [account.entries[1].bytes])
    }

    @Test("What may not be done is refused: strangers, damaged signatures, other accounts' entries")
    func refused() throws {
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let (_, other) = try TestClient.founder("other", port: relay.port)
        let thief = try TestDevice("thief")
        let path = "/v1/accounts/\(hex(account.id.bytes))/log"
        let byStranger = try account.entry(.add(thief.record), by: thief, newcomer: thief)
        #expect(try client.plain("POST", path, byStranger.bytes).status == 422)
        var damaged = try account.entry(
            .add(thief.record), by: client.device, newcomer: thief
        ).bytes
        damaged[damaged.count - 1] ^= 1
        #expect([400, 422].contains(try client.plain("POST", path, damaged).status))
        let misplaced = try other.entry(.add(thief.record), by: client.device, newcomer: thief)
        #expect(try client.plain("POST", path, misplaced.bytes).status == 422)
        #expect(try page(client, account.id).entries.count == 1)
        let unknown = "/v1/accounts/\(String(repeating: "0", count: 64))/log"
        #expect(try client.plain("GET", unknown).status == 404)
        #expect(try client.plain("POST", unknown, byStranger.bytes).status == 404)
    }

    @Test("A device that was put out gets 410 with the entries, and its queue and prekeys are gone")
    func removed() throws {
        var (client, account) = try TestClient.founder("phone", port: relay.port)
        let (sender, senderAccount) = try TestClient.founder("sender", port: relay.port)
        let laptop = try TestDevice("laptop")
        try client.append(
            account.entry(.add(laptop.record), by: client.device, newcomer: laptop), to: &account)
        let second = try TestClient(laptop, port: relay.port)
        try second.logIn(account.id)
        let envelope = try TestMessage.envelope(
            from: sender.device, of: senderAccount, to: [account])
        #expect(try sender.call("POST", "/v1/messages", envelope.bytes).status == 200)
        #expect(try second.inbox().items.count == 1)
        try client.append(
            account.entry(.revoke(laptop.id, reason: .retired, lastCounter: 0), by: laptop),
            to: &account)
        let answer = try second.call("GET", "/v1/inbox")
        let refusal = try RelayRefusal(answer)
        #expect(answer.status == 410)
        #expect(refusal.code == .removed)
        #expect(refusal.logs.first?.entries.last == account.entries.last?.bytes)
        #expect(throws: RelayRefusal.self) { try second.logIn(account.id) }
        #expect(try client.inbox().items.count == 1)
        // The sender is told which message the device had not fetched.
        let told = try sender.inbox().items
        #expect(told.map(\.kind) == [.rewrap])
        let notice = try RewrapNotice(try #require(told.first).bytes)
        #expect(notice.account == account.id && notice.device == laptop.id)
        #expect(notice.messages == [envelope.message.header.message])
        let late = try sender.call("POST", "/v1/messages", envelope.bytes)
        #expect(late.status == 200, "the same message again is the same answer")
        let next = try TestMessage.envelope(
            from: sender.device, of: senderAccount, to: [account],
            devices: { _ in [laptop.id, client.device.id].sorted() })
        let stale = try sender.call("POST", "/v1/messages", next.bytes)
        #expect(try RelayRefusal(stale).code == .stale)
    }

    @Test("A removal that can still be undone keeps the queue, and a veto brings the device back")
    func vetoed() throws {
        let recovery = try P256PrivateKey(random: SystemRandom())
        let phone = try TestDevice("phone")
        var account = try TestAccount(phone, recovery: recovery)
        let client = try TestClient(phone, port: relay.port)
        #expect(try client.plain("POST", "/v1/accounts", account.entries[0].bytes).status == 201)
        try client.logIn(account.id)
        let (sender, senderAccount) = try TestClient.founder("sender", port: relay.port)
        let envelope = try TestMessage.envelope(
            from: sender.device, of: senderAccount, to: [account])
        #expect(try sender.call("POST", "/v1/messages", envelope.bytes).status == 200)
        let thief = try TestDevice("thief", slot: phone.record.slot)
        try client.append(
            account.entry(
                .replace(phone.id, reason: .lost, lastCounter: 0, by: thief.record), by: recovery,
                newcomer: thief), to: &account)
        #expect(try client.call("GET", "/v1/inbox").status == 410)
        // The sender need not wait for three days before it sends to who is in the place now.
        let told = try sender.inbox().items
        #expect(told.map(\.kind) == [.rewrap])
        let notice = try RewrapNotice(try #require(told.first).bytes)
        #expect(notice.device == phone.id)
        #expect(notice.messages == [envelope.message.header.message])
        try client.append(account.entry(.veto(account.head.hash), by: phone), to: &account)
        #expect(try client.inbox().items.count == 1)
        let other = try TestClient(thief, port: relay.port)
        #expect(throws: RelayRefusal.self) { try other.logIn(account.id) }
    }

    @Test("16 devices append at once: one entry has each place, and no other is lost")
    func raced() throws {
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let path = "/v1/accounts/\(hex(account.id.bytes))/log"
        let entries = try (0..<16).map { index in
            let device = try TestDevice("device \(index)")
            return try account.entry(
                .add(device.record), by: client.device, newcomer: device
            ).bytes
        }
        let connections = try entries.map { _ in try HTTPConnection(port: relay.port) }
        for (connection, entry) in zip(connections, entries) {
            let lines = [
                "POST \(path) HTTP/1.1", "Host: relay", "Content-Type: application/octet-stream",
                "Content-Length: \(entry.count)", "", "",
            ]
            connection.send(Array(lines.joined(separator: "\r\n").utf8) + entry)
        }
        let statuses = try connections.map { try $0.answer().status }
        #expect(statuses.filter { $0 == 201 }.count == 1)
        #expect(statuses.filter { $0 == 409 }.count == 15)
        #expect(try page(client, account.id).entries.count == 2)
    }
}
#endif
