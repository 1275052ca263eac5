#if Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastWire
import Testing

@Suite("A relay and clients that mean harm", .serialized)
struct HostileClientTests {
    private func isServing(_ relay: RelayProcess) throws -> Bool {
        try HTTPConnection(port: relay.port).request("GET", "/healthz").status == 200
    }

    /// Sends a head, byte after byte of something else, and gives the seconds until it is cut off.
    private func secondsUntilCut(
        _ relay: RelayProcess, _ head: String, then drip: String
    ) throws -> Int {
        let connection = try HTTPConnection(port: relay.port, timeoutSeconds: 1)
        connection.send(Array(head.utf8))
        let start = time(nil)
        while time(nil) - start < 60 * Patience.factor {
            usleep(300_000)
            guard connection.send(Array(drip.utf8)) else { break }
            var byte: UInt8 = 0
            if recv(connection.socket, &byte, 1, Int32(MSG_DONTWAIT)) == 0 { break }
        }
        return time(nil) - start
    }

    @Test(
        "A client that sends a byte now and then is cut off, wherever it is",
        arguments: [
            ("GET /heal", "t"),
            ("GET /healthz HTTP/1.1\r\nHost: relay\r\nX-A: ", "a"),
            (
                "POST /v1/accounts HTTP/1.1\r\nHost: relay\r\nContent-Type: application/octet-stream"
                    + "\r\nContent-Length: 1000\r\n\r\n", "a"
            ),
        ])
    func slow(head: String, drip: String) throws {
        let relay = try RelayProcess(options: ["--idle-seconds", "3", "--step-seconds", "3"])
        let seconds = try secondsUntilCut(relay, head, then: drip)
        #expect((2...20 * Patience.factor).contains(seconds))
        #expect(try isServing(relay))
    }

    @Test("Slow clients do not keep others from being served")
    func slowCrowd() throws {
        let relay = try RelayProcess(options: ["--step-seconds", "3"])
        let slow = try (0..<500).map { _ in try HTTPConnection(port: relay.port) }
        for connection in slow { connection.send(Array("GET /healthz HTTP/1.1\r\nX".utf8)) }
        let start = time(nil)
        for _ in 0..<50 { #expect(try isServing(relay)) }
        #expect(time(nil) - start < 10 * Patience.factor)
    }

    @Test("10,000 connections that do nothing are borne, and cost little memory")
    func idle() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try #require(limit.rlim_max >= 11_000, "the machine allows too few open files")
        let relay = try RelayProcess(
            options: RelayProcess.generous + ["--connections-per-address", "0"])
        let idle = try (0..<10_000).map { _ in try HTTPConnection(port: relay.port) }
        #expect(idle.count == 10_000)
        #expect(try isServing(relay))
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        #expect(try client.inbox().items.isEmpty)
        let kilobytes = try relay.residentKilobytes()
        #expect((1..<400_000).contains(kilobytes), "\(kilobytes) KB")
    }

    @Test("Connections of one address are limited")
    func perAddress() throws {
        let relay = try RelayProcess(options: ["--connections-per-address", "20"])
        var served = 0
        var open: [HTTPConnection] = []
        for _ in 0..<40 {
            let connection = try HTTPConnection(port: relay.port)
            connection.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            if let answer = try? connection.answer(), answer.status == 200 { served += 1 }
            open.append(connection)
        }
        #expect(served == 20)
    }

    @Test("A body that is cut short has no effect", .eachStorage)
    func cutShort() throws {
        let relay = try RelayProcess()
        let device = try TestDevice("phone")
        let account = try TestAccount(device)
        let body = account.entries[0].bytes
        let connection = try HTTPConnection(port: relay.port)
        let head = [
            "POST /v1/accounts HTTP/1.1", "Host: relay", "Content-Type: application/octet-stream",
            "Content-Length: \(body.count)", "", "",
        ]
        connection.send(Array(head.joined(separator: "\r\n").utf8) + body.dropLast())
        shutdown(connection.socket, Int32(SHUT_RDWR))
        let path = "/v1/accounts/\(hex(account.id.bytes))/log"
        usleep(200_000)
        let other = try HTTPConnection(port: relay.port)
        #expect(try other.request("GET", path).status == 404)
    }

    @Test("A path or a header of a megabyte is refused with a status and nothing else happens")
    func megabytes() throws {
        let relay = try RelayProcess()
        let long = String(repeating: "a", count: 1 << 20)
        for request in [
            "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nAuthorization: Holdfast \(long)\r\n\r\n",
        ] {
            let connection = try HTTPConnection(port: relay.port)
            connection.send(Array(request.utf8))
            // The rest may still be on its way when the answer comes; then the answer is lost.
            if let answer = try? connection.answer() {
                #expect([413, 414, 431].contains(answer.status))
            }
        }
        let medium = try HTTPConnection(port: relay.port)
            .request("GET", "/v1/" + String(repeating: "a", count: 4_000))
        #expect([414, 431].contains(medium.status))
        #expect(try isServing(relay))
        #expect(try relay.residentKilobytes() < 100_000)
    }

    @Test("Bodies that are too long, of no length or of another type are refused unread")
    func bodies() throws {
        let relay = try RelayProcess()
        func status(_ headers: String) throws -> Int {
            let connection = try HTTPConnection(port: relay.port)
            connection.send(
                Array("POST /v1/accounts HTTP/1.1\r\nHost: a\r\n\(headers)\r\n\r\n".utf8))
            return try connection.answer().status
        }
        let type = "Content-Type: application/octet-stream"
        #expect(try status("\(type)\r\nContent-Length: 3000000") == 413)
        #expect(try status("\(type)\r\nTransfer-Encoding: chunked") == 411)
        #expect(try status(type) == 411)
        #expect(try status("Content-Type: application/json\r\nContent-Length: 2") == 415)
        #expect([400, 413].contains(try status("\(type)\r\nContent-Length: -1")))
        #expect(
            [400, 413].contains(
                try status("\(type)\r\nContent-Length: 99999999999999999999")))
        #expect(try isServing(relay))
    }

    @Test("A stranger's long body is refused before it is sent, and promises take no memory")
    func promises() throws {
        let relay = try RelayProcess(
            options: RelayProcess.generous + ["--connections-per-address", "0"])
        func head(_ target: String, _ count: Int, _ more: String = "") -> [UInt8] {
            let lines = [
                "POST \(target) HTTP/1.1", "Host: a", "Content-Type: application/octet-stream",
                "Content-Length: \(count)\(more)", "", "",
            ]
            return Array(lines.joined(separator: "\r\n").utf8)
        }
        func status(_ target: String, _ count: Int) throws -> Int {
            let connection = try HTTPConnection(port: relay.port)
            connection.send(head(target, count))
            return try connection.answer().status
        }
        #expect(try status("/v1/messages", 2_000_000) == 401)
        #expect(try status("/v1/sessions", 20_000) == 413)
        #expect(try status("/v1/accounts", 700_000) == 413)
        #expect(try status("/v1/nothing", 20_000) == 404)
        let (client, _) = try TestClient.founder("phone", port: relay.port)
        var refused = 0
        var open: [HTTPConnection] = []
        for _ in 0..<50 {
            let connection = try HTTPConnection(port: relay.port, timeoutSeconds: 1)
            let header = try client.authorization("POST", "/v1/messages", [])
            connection.send(head("/v1/messages", 2_000_000, "\r\n\(header)"))
            open.append(connection)
        }
        for connection in open {
            // Those whose body is awaited answer nothing yet.
            if let answer = try? connection.answer(), answer.status == 503 { refused += 1 }
            if refused > 0 { break }
        }
        #expect(refused > 0)
        open = []
        #expect(try isServing(relay))
    }

    @Test("Whatever stands in a path or a text is no SQL", .eachStorage)
    func sql() throws {
        let relay = try RelayProcess()
        let hostile = "'; DROP TABLE accounts; --"
        let device = try TestDevice(hostile)
        let account = try TestAccount(device)
        let client = try TestClient(device, port: relay.port)
        #expect(try client.plain("POST", "/v1/accounts", account.entries[0].bytes).status == 201)
        try client.logIn(account.id)
        for text in ["%27%20OR%201=1--", "%27%3BDROP%20TABLE%20inbox%3B--", "1%00"] {
            #expect(try client.plain("GET", "/v1/accounts/\(text)/log").status == 404)
            let from = try client.plain(
                "GET", "/v1/accounts/\(hex(account.id.bytes))/log?from=\(text)")
            #expect(from.status == 400)
            #expect(try client.call("GET", "/v1/inbox?after=\(text)").status == 400)
            #expect(try client.call("GET", "/v1/backups/\(text)/manifest").status == 404)
            #expect(try client.call("PUT", "/v1/backups/\(text)/chunks/\(text)", [1]).status == 404)
        }
        let page = try LogPage(
            client.plain("GET", "/v1/accounts/\(hex(account.id.bytes))/log").body)
        #expect(page.entries == [account.entries[0].bytes])
    }

    @Test(
        "Random and cut bodies are refused on every path, and none brings the relay down",
        .eachStorage)
    func garbage() throws {
        let relay = try RelayProcess()
        let (client, account) = try TestClient.founder("phone", port: relay.port)
        let lineage = hex(try SystemRandom().bytes(16))
        let targets = [
            ("POST", "/v1/accounts"), ("POST", "/v1/sessions"),
            ("POST", "/v1/accounts/\(hex(account.id.bytes))/log"), ("PUT", "/v1/prekeys"),
            ("POST", "/v1/prekeys/claim"), ("POST", "/v1/messages"), ("POST", "/v1/inbox/ack"),
            ("POST", "/v1/receipts"), ("PUT", "/v1/backups/\(lineage)/manifest"),
            ("POST", "/v1/backups/\(lineage)/chunks/remove"),
        ]
        var generator = Rounds.generator(71)
        for (method, target) in targets {
            for _ in 0..<Rounds.count(short: 20, full: 400) {
                let count = Int.random(in: 0...600, using: &generator)
                var body = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                // Often the version, so that what comes behind it is read too.
                if Bool.random(using: &generator), count > 2 {
                    body.replaceSubrange(0..<2, with: [0, 1])
                }
                let answer = try client.call(method, target, body)
                #expect(
                    [400, 403, 422].contains(answer.status),
                    "\(method) \(target): \(answer.status); \(Rounds.note)")
            }
        }
        #expect(try isServing(relay))
    }

    @Test("Who asks too often is told when to come back")
    func tooMany() throws {
        let relay = try RelayProcess(
            options: [
                "--logins-per-address", "5", "--requests-per-address", "40", "--origin",
                TestClient.origin,
            ])
        let client = try TestClient(try TestDevice("phone"), port: relay.port)
        let genesis = try TestAccount(client.device).entries[0].bytes
        let statuses = try (0..<7).map { _ in
            try client.plain("POST", "/v1/accounts", genesis).status
        }
        #expect(statuses == [201, 200, 200, 200, 200, 429, 429])
        let answer = try client.plain("POST", "/v1/accounts", genesis)
        let seconds = try RelayRefusal(answer).retryAfterSeconds
        #expect((1...60).contains(seconds))
        #expect(answer.headers["retry-after"] == String(seconds))
        var last = 0
        for _ in 0..<60 { last = try client.plain("GET", "/v1/relay").status }
        #expect(last == 429)
        #expect(try client.plain("GET", "/healthz").status == 200)
    }
}
#endif
