#if Server && PostgreSQL
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite(
    "Relays on one PostgreSQL", .serialized,
    .enabled(if: PostgreSQLCluster.programs != nil, "PostgreSQL is not installed"))
struct PostgreSQLTests {
    private let first: RelayProcess
    private let second: RelayProcess

    init() throws {
        first = try StorageKind.$current.withValue(.postgreSQL) { try RelayProcess() }
        second = try first.beside()
    }

    @Test("Who waits at one relay is woken by what comes to the other, at once")
    func woken() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: first.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: second.port)
        for round in 0..<Rounds.count(short: 5, full: 50) {
            let wait = try LongPoll(ben, after: UInt64(round))
            usleep(100_000)
            let start = RelayTime.milliseconds()
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount])
            #expect(try ada.call("POST", "/v1/messages", envelope.bytes).status == 200)
            let page = try wait.page()
            #expect(page.items.map(\.position) == [UInt64(round) + 1])
            #expect(RelayTime.milliseconds() - start < 5_000 * Int64(Patience.factor))
        }
    }

    @Test("A session of one relay holds at the other, and a device put out is out at both")
    func sessions() throws {
        var (ada, account) = try TestClient.founder("ada", port: first.port)
        let laptop = try TestDevice("laptop")
        try ada.append(
            account.entry(.add(laptop.record), by: ada.device, newcomer: laptop), to: &account)
        let other = try TestClient(laptop, port: first.port)
        try other.logIn(account.id)
        try other.reconnect(port: second.port)
        #expect(try other.inbox().items.isEmpty)
        try ada.append(
            account.entry(.revoke(laptop.id, reason: .retired, lastCounter: 0), by: laptop),
            to: &account)
        #expect(try RelayRefusal(other.call("GET", "/v1/inbox?after=0&wait=0")).code == .removed)
    }

    @Test("16 clients at two relays claim at once, 10 keys are there: each is given once")
    func raced() throws {
        let (ada, account) = try TestClient.founder("ada", port: first.port)
        let keys = try (0..<10).map { _ in
            try P256PrivateKey(random: SystemRandom()).publicKey
        }
        let batch = try PrekeyBatch(
            account: account.id, device: ada.device.id, grade: .oneTime, notBefore: 1,
            notAfter: Int64(time(nil)) + 3_600, keys: keys)
        let upload = try PrekeyUpload(
            SignedPrekeyBatch(batch, signature: try ada.device.sign(batch.bytes, .prekeys)),
            keys: keys)
        #expect(try ada.call("PUT", "/v1/prekeys", upload.bytes).status == 200)
        let clients = try (0..<16).map { index in
            try TestClient.founder(
                "client \(index)", port: index % 2 == 0 ? first.port : second.port
            ).0
        }
        var bodies: [[UInt8]] = []
        for client in clients {
            let id = try #require(MessageID(try SystemRandom().bytes(16)))
            let body = try PrekeyClaim(
                id: id, account: account.id, grade: .oneTime, devices: [ada.device.id]
            ).bytes
            bodies.append(body)
            try client.begin("POST", "/v1/prekeys/claim", body)
        }
        let given = try clients.map {
            try PrekeyBundle($0.connection.answer().body).lines.first?.prekey?.id
        }
        #expect(given.compactMap(\.self).count == 10)
        #expect(Set(given.compactMap(\.self)).count == 10)
        // Each claim again, all at once, each at the other relay: the same key.
        for (index, client) in clients.enumerated() {
            try client.reconnect(port: index % 2 == 0 ? second.port : first.port)
            try client.begin("POST", "/v1/prekeys/claim", bodies[index])
        }
        let again = try clients.map {
            try PrekeyBundle($0.connection.answer().body).lines.first?.prekey?.id
        }
        #expect(again == given)
    }

    @Test("The same message sent to both relays at once is delivered once")
    func sentTwice() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: first.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: second.port)
        let twin = try TestClient(ada.device, port: second.port)
        try twin.logIn(adaAccount.id)
        let count = Rounds.count(short: 10, full: 100)
        for _ in 0..<count {
            let body = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount]
            ).bytes
            for client in [ada, twin] { try client.begin("POST", "/v1/messages", body) }
            let known = try [ada, twin].map {
                try SendResult($0.connection.answer().body).wasKnown
            }
            #expect(known.filter(\.self).count == 1)
        }
        #expect(try ben.inbox().items.map(\.position) == (1...UInt64(count)).map(\.self))
    }

    @Test("Two accounts that write to each other through both relays wait for nobody for long")
    func crossing() throws {
        let (ada, adaAccount) = try TestClient.founder("ada", port: first.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: second.port)
        let start = RelayTime.milliseconds()
        for _ in 0..<20 {
            for (client, own) in [(ada, adaAccount), (ben, benAccount)] {
                let body = try TestMessage.envelope(
                    from: client.device, of: own,
                    to: [adaAccount, benAccount].filter { $0.id != own.id }
                ).bytes
                try client.begin("POST", "/v1/messages", body)
            }
            for client in [ada, ben] { #expect(try client.connection.answer().status == 200) }
        }
        #expect(RelayTime.milliseconds() - start < 10_000 * Int64(Patience.factor))
    }
}
#endif
