#if Server && PostgreSQL
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Synchronization
import Testing

@Suite(
    "What a relay acknowledged, when PostgreSQL fails", .serialized,
    .enabled(if: PostgreSQLCluster.programs != nil, "PostgreSQL is not installed"))
struct FailoverTests {
    @Test("P5: A database that is killed under load has lost nothing that a relay acknowledged")
    func databaseKilled() throws {
        let cluster = try PostgreSQLCluster()
        let relay = try RelayProcess(database: cluster.place(of: try cluster.makeDatabase()))
        let beside = try relay.beside()
        let load = try Load(relay.port, beside.port)
        var generator = Rounds.generator(73)
        for _ in 0..<Rounds.count(short: 3, full: 100) {
            try load.run {
                usleep(UInt32.random(in: 100_000...400_000, using: &generator))
                try cluster.kill()
                try cluster.start()
            }
            try load.check("\(Rounds.note)")
        }
    }

    @Test(
        "P5: A database that is restarted under load has lost nothing, and relays go on by themselves"
    )
    func databaseRestarted() throws {
        let cluster = try PostgreSQLCluster()
        let relay = try RelayProcess(database: cluster.place(of: try cluster.makeDatabase()))
        let beside = try relay.beside()
        let load = try Load(relay.port, beside.port)
        for _ in 0..<Rounds.count(short: 2, full: 100) {
            try load.run {
                usleep(200_000)
                try cluster.shutDown()
                try cluster.start()
            }
            try load.check("restarted")
        }
        // Who waits is woken again, by the other relay too.
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: beside.port)
        let wait = try LongPoll(ben, after: 0)
        let envelope = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount])
        #expect(try ada.call("POST", "/v1/messages", envelope.bytes).status == 200)
        #expect(try wait.page().items.count == 1)
    }

    @Test("A wake-up while the database was away is not lost: who waits looks when it is back")
    func wakeUpAway() throws {
        let cluster = try PostgreSQLCluster()
        let relay = try RelayProcess(database: cluster.place(of: try cluster.makeDatabase()))
        let beside = try relay.beside()
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: beside.port)
        let wait = try LongPoll(ben, after: 0)
        usleep(300_000)
        let body = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount]
        ).bytes
        // The listener's connection alone is cut, as the message is on its way.
        let start = RelayTime.milliseconds()
        try ada.begin("POST", "/v1/messages", body)
        try cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        #expect(try ada.connection.answer().status == 200)
        var items = try wait.page().items
        // Woken by the connection anew it may have found nothing yet; it asks again, and does.
        if items.isEmpty { items = try ben.inbox(after: 0, wait: 50).items }
        #expect(items.count == 1)
        #expect(RelayTime.milliseconds() - start < 10_000 * Int64(Patience.factor))
    }

    @Test("P5: With a standby that commits wait for, a killed primary takes nothing with it")
    func promoted() throws {
        for _ in 0..<Rounds.count(short: 1, full: 20) {
            let primary = try PostgreSQLCluster()
            let database = try primary.makeDatabase()
            let standby = try PostgreSQLCluster(following: primary)
            try primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            try primary.sql("SELECT pg_reload_conf()")
            for _ in 0..<200 * Patience.factor {
                let state = try primary.sql("SELECT sync_state FROM pg_stat_replication")
                if state == ["sync"] { break }
                usleep(50_000)
            }
            #expect(try primary.sql("SELECT sync_state FROM pg_stat_replication") == ["sync"])
            let relay = try RelayProcess(database: primary.place(of: database, or: [standby]))
            let beside = try relay.beside()
            let load = try Load(relay.port, beside.port)
            try load.run {
                usleep(500_000)
                try primary.kill()
                try standby.promote()
            }
            try load.check("promoted")
            #expect(try standby.sql("SELECT pg_is_in_recovery()") == ["f"])
        }
    }

    @Test("A commit whose wait for the standby is cut off is not acknowledged as if it had arrived")
    func cutOff() throws {
        let primary = try PostgreSQLCluster()
        let database = try primary.makeDatabase()
        let relay = try RelayProcess(database: primary.place(of: database))
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        // No such standby: every commit waits.
        try primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try primary.sql("SELECT pg_reload_conf()")
        usleep(300_000)
        let body = try TestMessage.envelope(
            from: ada.device, of: adaAccount, to: [benAccount]
        ).bytes
        try ada.begin("POST", "/v1/messages", body)
        let cancel =
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        var cancelled = 0
        for _ in 0..<100 {
            cancelled += try primary.sql(cancel).count
            usleep(50_000)
        }
        #expect(cancelled > 0)
        let answer = try ada.connection.answer()
        #expect(answer.status == 503)
        try primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
        try primary.sql("SELECT pg_reload_conf()")
        usleep(300_000)
        try ada.reconnect()
        #expect(try ada.call("POST", "/v1/messages", body).status == 200)
        #expect(try ben.inbox().items.count == 1)
    }

    @Test("Without its database a relay says 503 with a time, in time, and then goes on")
    func away() throws {
        let cluster = try PostgreSQLCluster()
        let relay = try RelayProcess(database: cluster.place(of: try cluster.makeDatabase()))
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        try cluster.shutDown()
        let start = RelayTime.milliseconds()
        let answer = try ada.plain("GET", "/healthz")
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] != nil)
        #expect(RelayTime.milliseconds() - start < 30_000 * Int64(Patience.factor))
        try cluster.start()
        #expect(try ada.plain("GET", "/healthz").status == 200)
        #expect(try ada.inbox().items.isEmpty)
    }
}

/// Clients that send all the time through two relays, and one that reads.
private final class Load {
    private let senders: [(client: TestClient, account: TestAccount, sent: Sent)]
    private let reader: TestClient
    private let readerAccount: TestAccount

    /// What one sender was told.
    private final class Sent: Sendable {
        let acknowledged = Mutex<Set<MessageID>>([])
        let failure = Mutex<String?>(nil)
    }

    init(_ first: UInt16, _ second: UInt16) throws {
        (reader, readerAccount) = try TestClient.founder("reader", port: first)
        senders = try (0..<4).map { index in
            let (client, account) = try TestClient.founder(
                "sender \(index)", port: index % 2 == 0 ? first : second)
            return (client, account, Sent())
        }
    }

    /// Sends while something is done, and a while longer.
    func run(_ body: () throws -> Void) throws {
        let isOver = Flag()
        var threads: [pthread_t] = []
        for (client, account, sent) in senders {
            threads.append(
                try Self.thread(client, account, to: readerAccount, sent, isOver))
        }
        defer {
            isOver.value.store(true, ordering: .relaxed)
            for thread in threads { pthread_join(thread, nil) }
        }
        try body()
        usleep(500_000)
    }

    /// Every message that was acknowledged is there, and none twice; then all is removed.
    func check(_ note: String) throws {
        var seen: [MessageID] = []
        try reader.reconnect()
        while true {
            let items = try reader.inbox().items
            if items.isEmpty { break }
            for item in items {
                seen.append(try DeliveredMessage(item.bytes).message.header.message)
            }
            let acknowledgement = try Acknowledgement(items.map(\.position))
            let answer = try reader.call("POST", "/v1/inbox/ack", acknowledgement.bytes)
            #expect(answer.status == 200)
        }
        #expect(Set(seen).count == seen.count, "twice; \(note)")
        for (_, _, sent) in senders {
            let acknowledged = sent.acknowledged.withLock { known in
                defer { known = [] }
                return known
            }
            #expect(!acknowledged.isEmpty, "\(note)")
            let lost = acknowledged.subtracting(seen).count
            #expect(lost == 0, "lost; \(note)")
            #expect(sent.failure.withLock { $0 } == nil)
        }
    }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    // A test's client is used by the one thread that sends, and by the test when that has ended.
    private final class Order: @unchecked Sendable {
        let client: TestClient
        let own: TestAccount
        let account: TestAccount
        let sent: Sent
        let isOver: Flag

        init(
            _ client: TestClient, _ own: TestAccount, _ account: TestAccount, _ sent: Sent,
            _ isOver: Flag
        ) {
            (self.client, self.own, self.account) = (client, own, account)
            (self.sent, self.isOver) = (sent, isOver)
        }

        func run() {
            do {
                while !isOver.value.load(ordering: .relaxed) {
                    let envelope = try TestMessage.envelope(
                        from: client.device, of: own, to: [account])
                    try send(envelope)
                }
            } catch {
                sent.failure.withLock { $0 = "\(type(of: error))" }
            }
        }

        /// Until it is acknowledged, or all is over: the same message each time.
        private func send(_ envelope: Envelope) throws {
            while !isOver.value.load(ordering: .relaxed) {
                let answer = try client.call("POST", "/v1/messages", envelope.bytes)
                if answer.status == 200 {
                    sent.acknowledged.withLock {
                        _ = $0.insert(envelope.message.header.message)
                    }
                    return
                }
                guard answer.status == 503 else { throw try RelayRefusal(answer) }
                usleep(50_000)
            }
        }
    }

    private static func thread(
        _ client: TestClient, _ own: TestAccount, to account: TestAccount, _ sent: Sent,
        _ isOver: Flag
    ) throws -> pthread_t {
        let order = Unmanaged.passRetained(Order(client, own, account, sent, isOver))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Order>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            }, order.toOpaque())
        guard code == 0 else { throw SystemCallError("pthread_create", code) }
        return thread
    }
}
#endif
