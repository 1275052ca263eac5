#if Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastSQLite
import HoldfastWire
import Synchronization
import Testing

@Suite("What a relay acknowledged", .serialized)
struct DurabilityTests {
    @Test(
        "P5: A relay that is killed has lost nothing that it acknowledged, and shows nothing twice",
        .eachStorage)
    func killed() throws {
        var relay = try RelayProcess()
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        var generator = Rounds.generator(72)
        // Over another process each message takes longer.
        let range: ClosedRange<UInt32> =
            StorageKind.current == .sqlite ? 1_000...40_000 : 10_000...400_000
        var acknowledged: Set<MessageID> = []
        for round in 0..<Rounds.count(short: 8, full: 200) {
            let killer = try Killer(
                relay, afterMicroseconds: UInt32.random(in: range, using: &generator))
            acknowledged.formUnion(
                sendUntilDeath(ada, adaAccount, to: benAccount))
            try killer.join()
            relay = try relay.again()
            try ada.reconnect(port: relay.port)
            try ben.reconnect(port: relay.port)
            let seen = try readAll(ben, ada.device)
            #expect(Set(seen).count == seen.count, "round \(round): twice; \(Rounds.note)")
            #expect(
                acknowledged.isSubset(of: seen), "round \(round): lost; \(Rounds.note)")
        }
        #expect(!acknowledged.isEmpty)
    }

    private func sendUntilDeath(
        _ client: TestClient, _ own: TestAccount, to account: TestAccount
    ) -> Set<MessageID> {
        var acknowledged: Set<MessageID> = []
        do {
            while true {
                let envelope = try TestMessage.envelope(
                    from: client.device, of: own, to: [account])
                let answer = try client.call("POST", "/v1/messages", envelope.bytes)
                guard answer.status == 200 else { return acknowledged }
                acknowledged.insert(envelope.message.header.message)
            }
        } catch {
            // The connection ended with the relay; what was answered before counts.
            return acknowledged
        }
    }

    private func readAll(_ client: TestClient, _ sender: TestDevice) throws -> [MessageID] {
        var ids: [MessageID] = []
        var after: UInt64 = 0
        while true {
            let items = try client.inbox(after: after).items
            guard let last = items.last else { return ids }
            for item in items {
                let message = try DeliveredMessage(item.bytes)
                try message.check(sender: sender.record)
                ids.append(message.message.header.message)
            }
            after = last.position
        }
    }

    @Test("A relay that is told to end answers what has begun, and those that wait", .eachStorage)
    func graceful() throws {
        let relay = try RelayProcess()
        let (ada, _) = try TestClient.founder("ada", port: relay.port)
        try ada.begin("GET", "/v1/inbox?wait=50")
        usleep(300_000)
        let start = time(nil)
        #expect(try relay.terminate() == .exit(0))
        #expect(time(nil) - start < 15 * Patience.factor)
        #expect(try ada.connection.answer().status == 200)
    }

    @Test(
        "A full disk refuses writes with 507, reads go on, and writes do again when there is room",
        .enabled(if: MemoryDisk.isPossible, Comment(rawValue: MemoryDisk.reason)))
    func fullDisk() throws {
        let disk = try MemoryDisk(kiB: 4_096)
        let relay = try RelayProcess(data: disk.path)
        let (ada, adaAccount) = try TestClient.founder("ada", port: relay.port)
        let (ben, benAccount) = try TestClient.founder("ben", port: relay.port)
        func send() throws -> Int {
            let envelope = try TestMessage.envelope(
                from: ada.device, of: adaAccount, to: [benAccount], byteCount: 20_000)
            return try ada.call("POST", "/v1/messages", envelope.bytes).status
        }
        #expect(try send() == 200)
        let filling = try disk.fill()
        var statuses: Set<Int> = []
        var count = 1
        for _ in 0..<400 where !statuses.contains(507) {
            let status = try send()
            if status == 200 { count += 1 }
            statuses.insert(status)
        }
        #expect(statuses.contains(507))
        #expect(statuses.isSubset(of: [200, 507]))
        #expect(try ben.inbox().items.count == min(count, InboxPage.itemLimit))
        #expect(try ben.plain("GET", "/healthz").status == 200)
        unlink(filling)
        #expect(try send() == 200)
        #expect(try ben.inbox().items.count == min(count + 1, InboxPage.itemLimit))
    }

    @Test("A database of a newer version is refused and left as it is")
    func newer() throws {
        let relay = try RelayProcess()
        _ = try TestClient.founder("ada", port: relay.port)
        #expect(try relay.terminate() == .exit(0))
        let path = relay.folder.path + "/relay.db"
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA user_version=999")
        try connection.close()
        let before = try Files.read(path)
        let process = try ChildProcess(
            sibling: "holdfast-relay",
            ["serve", "--data", relay.folder.path, "--listen", "127.0.0.1:0"])
        #expect(try process.readLine() == nil)
        #expect(try process.wait() == .exit(8))
        #expect(try Files.read(path) == before)
    }

    @Test("A file of another program, and a key that others can read, are refused")
    func strangeFiles() throws {
        let folder = try Folder()
        let connection = try Connection(path: folder.path + "/relay.db")
        try connection.execute("CREATE TABLE other (a)")
        try connection.close()
        func end() throws -> ChildProcess.End {
            try ChildProcess(
                sibling: "holdfast-relay",
                ["serve", "--data", folder.path, "--listen", "127.0.0.1:0"]
            ).wait()
        }
        #expect(try end() == .exit(5))
        unlink(folder.path + "/relay.db")
        chmod(folder.path + "/relay.key", 0o644)
        #expect(try end() == .exit(9))
    }

    @Test("The data is for the relay's user alone")
    func permissions() throws {
        let relay = try RelayProcess()
        for name in try Files.names(in: relay.folder.path) {
            #expect(try Files.permissions(relay.folder.path + "/" + name) == 0o600, "\(name)")
        }
    }
}

/// Kills a relay from another thread after a time.
private final class Killer {
    private let process: RelayProcess
    private var thread = pthread_t()
    private final class Order: Sendable {
        let id: pid_t
        let microseconds: UInt32
        init(_ id: pid_t, _ microseconds: UInt32) {
            self.id = id
            self.microseconds = microseconds
        }
    }

    init(_ process: RelayProcess, afterMicroseconds microseconds: UInt32) throws {
        self.process = process
        let order = Unmanaged.passRetained(Order(process.id, microseconds))
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let order = Unmanaged<Order>.fromOpaque(pointer).takeRetainedValue()
                usleep(order.microseconds)
                Glibc.kill(order.id, SIGKILL)
                return nil
            }, order.toOpaque())
        guard code == 0 else { throw SystemCallError("pthread_create", code) }
    }

    func join() throws {
        pthread_join(thread, nil)
        try process.kill()
    }
}
#endif
