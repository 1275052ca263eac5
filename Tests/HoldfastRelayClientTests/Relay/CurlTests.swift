#if Network && Server
import CrashSupport
import Glibc
import HoldfastCrypto
import HoldfastCurl
import HoldfastRelayClient
import Testing

/// A server that answers each connection with prepared bytes, and may keep it open.
private final class BluntServer {
    let address: RelayAddress
    private let socket: Int32
    private let held = Locked<[Int32]>([])

    /// Listens, and answers so many connections on a thread of its own.
    init(_ answer: String, holds: Bool = false, connections: Int = 1) throws {
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(socket, name, count) == 0 && listen(socket, 8) == 0
                    && getsockname(socket, name, &count) == 0
            }
        }
        guard isBound else { throw SystemCallError("bind") }
        address = try RelayAddress("http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))")
        let held = held
        Thread.run {
            for _ in 0..<connections {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 65_536)
                _ = recv(connection, &buffer, buffer.count, 0)
                let bytes = Array(answer.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                if holds { held.withLock { $0.append(connection) } } else { close(connection) }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
        held.withLock { for connection in $0 { close(connection) } }
    }
}

/// What came back, or why nothing did.
private enum Outcome: Equatable {
    case success(RelayHTTPAnswer)
    case failure(TransportFailure.Reason)
}

private enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            context in
            if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }
        pthread_create(&thread, nil, entry, Unmanaged.passRetained(Body(body)).toOpaque())
        pthread_detach(thread)
    }
}

@Suite("libcurl below a client")
struct CurlTests {
    fileprivate static func get(
        _ address: RelayAddress, limit: Int = 1_000, timeout: Duration = .seconds(20),
        authorities: String? = nil
    ) async -> Outcome {
        do throws(TransportFailure) {
            let transport = try CurlTransport(to: address, authorities: authorities)
            return .success(
                try await transport.exchange(
                    RelayHTTPRequest(.get, "/healthz", timeout: timeout, answerLimit: limit)))
        } catch {
            return .failure(error.reason)
        }
    }

    fileprivate static func answer(_ length: Int, _ body: String, _ status: Int = 200) -> String {
        "HTTP/1.1 \(status) X\r\nContent-Length: \(length)\r\n\r\n\(body)"
    }

    @Test("An answer is taken whole, with its status")
    func whole() async throws {
        let server = try BluntServer(Self.answer(5, "hello", 418))
        #expect(
            await Self.get(server.address)
                == .success(RelayHTTPAnswer(status: 418, body: Array("hello".utf8))))
    }

    @Test("A body that is cut short is no answer")
    func cut() async throws {
        let server = try BluntServer(Self.answer(500, "hello"))
        #expect(await Self.get(server.address) == .failure(.interrupted))
        let silent = try BluntServer("")
        #expect(await Self.get(silent.address) == .failure(.interrupted))
    }

    @Test("A body above its bound is given up, also one that says no length")
    func tooLong() async throws {
        let long = String(repeating: "a", count: 5_000)
        let server = try BluntServer(Self.answer(5_000, long))
        #expect(await Self.get(server.address) == .failure(.answerTooLong))
        let endless = try BluntServer("HTTP/1.1 200 X\r\nConnection: close\r\n\r\n\(long)")
        #expect(await Self.get(endless.address) == .failure(.answerTooLong))
    }

    @Test("A redirection is an answer, and nobody follows it")
    func redirection() async throws {
        let server = try BluntServer(
            "HTTP/1.1 302 X\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n")
        #expect(await Self.get(server.address) == .success(RelayHTTPAnswer(status: 302, body: [])))
    }

    @Test("What is no HTTP is no answer")
    func noHTTP() async throws {
        let server = try BluntServer("SSH-2.0-x\r\n")
        #expect(await Self.get(server.address) == .failure(.notHTTP))
    }

    @Test("A server that says nothing is given up when the time is over")
    func slow() async throws {
        let server = try BluntServer("HTTP/1.1 200", holds: true)
        // It would say nothing for ever.
        #expect(
            await Self.get(server.address, timeout: .milliseconds(300)) == .failure(.timedOut))
    }

    @Test("A call that is cancelled ends soon, also one that was not begun")
    func cancelled() async throws {
        let server = try BluntServer("HTTP/1.1 200", holds: true, connections: 2)
        let address = server.address
        let task = Task { await Self.get(address, timeout: .seconds(600)) }
        try await Task.sleep(for: .milliseconds(200))
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.get(address, timeout: .seconds(600))
        }
        #expect(await early.value == .failure(.cancelled))
    }

    @Test("Nobody there, and a body above what a relay takes")
    func nobody() async throws {
        let address = try RelayAddress("http://127.0.0.1:1")
        #expect(await Self.get(address) == .failure(.unreachable))
        let transport = try CurlTransport(to: address)
        await #expect(throws: TransportFailure(.requestTooLong)) {
            try await transport.exchange(
                RelayHTTPRequest(
                    .post, "/", body: [UInt8](repeating: 0, count: (2 << 20) + 1),
                    timeout: .seconds(1), answerLimit: 1))
        }
    }

    @Test("The proxy that the environment names is asked, and not for hosts that it leaves out")
    func proxy() async throws {
        // In a process of its own: an environment is the whole process's.
        await #expect(processExitsWith: .success) {
            let proxy = try BluntServer(CurlTests.answer(5, "proxy", 418))
            let address = try RelayAddress("https://127.0.0.1:1")
            setenv("https_proxy", proxy.address.origin, 1)
            setenv("no_proxy", "relay.example", 1)
            let first = await CurlTests.get(address)
            #expect(first == .failure(.refusedByProxy))
            setenv("no_proxy", "127.0.0.1", 1)
            let second = await CurlTests.get(address)
            #expect(second == .failure(.unreachable))
        }
    }

    @Test("What is not encrypted stays on this machine, whatever proxy the environment names")
    func plain() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try BluntServer(CurlTests.answer(5, "proxy", 418))
            for name in ["http_proxy", "https_proxy", "all_proxy"] {
                setenv(name, proxy.address.origin, 1)
            }
            let answer = await CurlTests.get(try RelayAddress("http://127.0.0.1:1"))
            #expect(answer == .failure(.unreachable))
        }
    }

    @Test("A private authority is accepted where its file is given, and nothing else")
    func privateAuthority() async throws {
        let folder = try Folder()
        let shell = try ChildProcess(
            path: "/bin/sh",
            [
                "-c",
                "cd \(folder.path) && for name in a b; do openssl req -x509 -newkey ec"
                    + " -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -out $name.pem"
                    + " -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
                    + " 2>/dev/null; done",
            ])
        try #require(try shell.wait() == .exit(0))
        let relay = try RelayProcess(
            options: ["--tls-cert", folder.path + "/a.pem", "--tls-key", folder.path + "/a.key"],
            scheme: "https", host: "localhost")
        let right = await Self.get(relay.address, authorities: folder.path + "/a.pem")
        #expect(right == .success(RelayHTTPAnswer(status: 200, body: Array("ok\n".utf8))))
        #expect(await Self.get(relay.address) == .failure(.untrusted))
        #expect(
            await Self.get(relay.address, authorities: folder.path + "/b.pem")
                == .failure(.untrusted))
        #expect(
            await Self.get(relay.address, authorities: folder.path + "/none.pem")
                == .failure(.badAuthorities))
        let numbers = try RelayAddress(
            relay.address.origin.replacing("localhost", with: "127.0.0.1"))
        #expect(
            await Self.get(numbers, authorities: folder.path + "/a.pem") == .failure(.untrusted),
            "another host's certificate")
    }

    @Test("Connections are kept open, and many calls at once are served")
    func many() async throws {
        let relay = try RelayProcess()
        let transport = try CurlTransport(to: relay.address)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await transport.exchange(
                        RelayHTTPRequest(
                            .get, "/healthz", timeout: .seconds(30), answerLimit: 100)
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 100))
    }
}
#endif
