#if Server
import CrashSupport
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay with much in it", .serialized)
struct LoadTests {
    @Test("It takes less than 40 MB when it does nothing, and 80 MB with 100,000 messages in it")
    func memory() throws {
        let relay = try RelayProcess()
        #expect(try (1..<40_000).contains(relay.residentKilobytes()))
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        var (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        for index in 1..<40 {
            let device = try TestDevice("device \(index)")
            try ben.append(
                benAccount.entry(.add(device.record), by: ben.device, newcomer: device),
                to: &benAccount)
        }
        // Each lies in 40 inboxes.
        let count = Rounds.count(short: 100, full: 2_500)
        for _ in 0..<count {
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount], byteCount: 900)
            #expect(try ada.call("POST", "/v1/messages", envelope.bytes).status == 200)
        }
        var after: UInt64 = 0
        var seen = 0
        while let last = try ben.inbox(after: after).items.last {
            seen += Int(last.position - after)
            after = last.position
        }
        #expect(seen == count)
        let kilobytes = try relay.residentKilobytes()
        #expect((1..<80_000).contains(kilobytes), "\(kilobytes) KB")
    }

    @Test(
        "Requests that write at the same time share the disk's syncs, and all are durable",
        .eachStorage)
    func together() throws {
        let relay = try RelayProcess()
        let clients = try (0..<16).map { try TestClient.founder("client \($0)", port: relay.port) }
        for round in 0..<Rounds.count(short: 5, full: 50) {
            for (client, account) in clients {
                let envelope = try TestMessage.envelope(
                    from: client.device, of: account,
                    to: [clients[0].1, clients[1].1]
                        .filter { $0.id != account.id })
                try client.begin("POST", "/v1/messages", envelope.bytes)
            }
            for (client, _) in clients {
                #expect(try client.connection.answer().status == 200, "round \(round)")
            }
        }
        let rounds = Rounds.count(short: 5, full: 50)
        try relay.kill()
        let next = try relay.again()
        try clients[0].0.reconnect(port: next.port)
        let page = try clients[0].0.inbox()
        #expect(page.items.count == min(15 * rounds, InboxPage.itemLimit))
    }
}
#endif
